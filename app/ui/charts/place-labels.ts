import type { ChartPoint } from './scale.ts'

interface LabelledPoint extends ChartPoint {
  label: string
  /** Whether a line comes to it from above: its label is better below. */
  prefersBelow?: boolean
}

/** Of the chart where it is narrowest, in pixels: on a wider one labels are further apart. */
interface ChartSize {
  width: number
  height: number
  fontSize: number
}

/** So far from its point a label is, in pixels. */
const AWAY = 9

/**
 * Places labels above or below their points, the most important first. Returns where the middle of each one's baseline is, in
 * pixels from its point; null for an empty label, and where there is no room.
 */
export function placeLabels(
  points: readonly LabelledPoint[],
  { width, height, fontSize }: ChartSize,
): (ChartPoint | null)[] {
  const marks = points.map(({ x, y }) => ({ x: (x * width) / 100, y: (y * height) / 100, half: AWAY / 2 }))
  const taken: typeof marks = []
  return points.map(({ label, prefersBelow }, at) => {
    if (!label) return null
    const mark = marks[at] ?? { x: 0, y: 0 }
    const half = 0.28 * fontSize * label.length
    const x = Math.max(half, Math.min(width - half, mark.x))
    const places = [-AWAY, AWAY + 0.75 * fontSize]
    for (const y of prefersBelow ? places.reverse() : places) {
      const middle = mark.y + y - 0.35 * fontSize
      const isFree = (other: { x: number; y: number; half: number }, size: number) =>
        Math.abs(other.x - x) >= other.half + half || Math.abs(other.y - middle) >= size
      // No nearer to another point than to its own.
      if (!marks.every((each) => isFree(each, AWAY + 0.3 * fontSize))) continue
      if (!taken.every((each) => isFree(each, fontSize))) continue
      taken.push({ x, y: middle, half })
      return { x: Math.round(x - mark.x), y }
    }
    return null
  })
}
