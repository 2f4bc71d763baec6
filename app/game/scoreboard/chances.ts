/** A team's total, and the share of one country in its line-up of a round in percent; 0 without that country. */
export interface SharedTotal {
  totalHundredths: number
  percent: number
}

/**
 * How many points more a country needs so that a team is level with the teams above it, when no other country gets any
 * more: whole points, 1 at least. Null when one of those teams gains as much by it, or more, and without a team above.
 */
export function findNeededPoints(own: SharedTotal, above: readonly SharedTotal[]): number | null {
  if (above.length === 0) return null
  const needed = above.map((other) =>
    other.percent < own.percent
      ? Math.ceil((other.totalHundredths - own.totalHundredths) / (own.percent - other.percent))
      : Number.POSITIVE_INFINITY,
  )
  const most = Math.max(1, ...needed)
  return Number.isFinite(most) ? most : null
}

/** A team's rank among others once a country has got so many points more (1-2-2-4, D5). */
export function findRankWith(points: number, own: SharedTotal, others: readonly SharedTotal[]): number {
  const totalOf = ({ totalHundredths, percent }: SharedTotal) => totalHundredths + points * percent
  return 1 + others.filter((other) => totalOf(other) > totalOf(own)).length
}

/** The share of the entry at a position of the season's list (1-based) in a team's line-up, in percent; 0 without it. */
export function findPercent(
  lineups: Uint8Array,
  { team, entry, percentages }: { team: number; entry: number; percentages: readonly number[] },
): number {
  const position = percentages.findIndex((_, at) => lineups[team * percentages.length + at] === entry)
  return percentages[position] ?? 0
}
