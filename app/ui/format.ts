const points = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const euros = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'EUR',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Hundredths as points with as many decimals as they have: 130810 → '1,308.1'; missing → '-' (spec 9, D4). */
export function formatPoints(hundredths: number | null): string {
  return hundredths === null ? '-' : points.format(hundredths / 100)
}

/** Tenths of a million as millions, without the M: 190 → '19', 45 → '4.5'. */
export function formatPrice(tenths: number): string {
  return points.format(tenths / 10)
}

/** The same with the currency sign: 400 → '€40'; below zero with a true minus, '−€41'. */
export function formatEuros(tenths: number): string {
  return euros.format(tenths / 10).replace('-', '−')
}

/** A rank as '#118'; missing → '-'. */
export function formatRank(rank: number | null): string {
  return rank === null ? '-' : `#${whole.format(rank)}`
}

export function formatCount(n: number): string {
  return whole.format(n)
}

/** How many of something, in words: 1 save, 3 saves. */
export function formatCountOf(n: number, noun: string): string {
  return `${formatCount(n)} ${noun}${n === 1 ? '' : 's'}`
}
