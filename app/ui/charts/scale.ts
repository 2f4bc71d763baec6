/** In percents of a chart's width and height, from the top left: so text and marks never scale with it. */
export interface ChartPoint {
  x: number
  y: number
}

type Range = readonly [from: number, to: number]

/** Maps numbers from one range to another, to two decimals; all to `from` where `low` is `high`. */
export function createScale([low, high]: Range, [from, to]: Range) {
  return (n: number) => Math.round(100 * (from + ((n - low) / (high - low || 1)) * (to - from))) / 100
}

/** At most five values above 0 for the lines of a grid: multiples of 1, 2 or 5 times a power of ten. */
export function listGridValues(highest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(5, highest) / 5))
  const step = [1, 2, 5].find((each) => highest / (each * power) < 6) ?? 10
  return Array.from({ length: Math.floor(highest / (step * power)) }, (_, at) => (at + 1) * step * power)
}
