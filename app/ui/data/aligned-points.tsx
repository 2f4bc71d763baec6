import { classes } from '#app/ui/classes.ts'
import { formatPoints } from '#app/ui/format.ts'
import { NumberOrDash } from './number-or-dash.tsx'

interface AlignedPointsProps {
  hundredths: number | null
  /** The most decimals in the column (`countMostDecimals`): the points stand under each other. */
  decimals: number
  className?: string
}

/** Points at the right end of a column, aligned on the decimal point; missing ones are a dash. */
export function AlignedPoints({ hundredths, decimals, className }: AlignedPointsProps) {
  const ending = hundredths !== null && missingDecimals[decimals - countDecimals(hundredths)]?.[decimals]
  return (
    <span translate="no" className={classes('num after:invisible', className, ending)} data-score="">
      <NumberOrDash>{formatPoints(hundredths)}</NumberOrDash>
    </span>
  )
}

/** What an invisible ending adds to points, by how many decimals they lack and how many the column has. */
const missingDecimals: Readonly<Record<number, Readonly<Record<number, string>>>> = {
  1: { 1: "after:content-['.0']", 2: "after:content-['0']" },
  2: { 2: "after:content-['.00']" },
}

/** With how many decimals points are shown: 37060 → 1. */
function countDecimals(hundredths: number): number {
  if (hundredths % 100 === 0) return 0
  return hundredths % 10 === 0 ? 1 : 2
}

/** The most decimals among points in hundredths. */
export function countMostDecimals(column: readonly (number | null)[]): number {
  return Math.max(0, ...column.map((hundredths) => countDecimals(hundredths ?? 0)))
}
