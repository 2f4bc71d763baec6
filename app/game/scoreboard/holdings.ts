import { countAbove, type LeagueTable } from './standings.ts'

/** Who holds what in a table: made once for each publication and league, for all who ask what a country would bring. */
export interface Holdings {
  /** The totals of all teams, highest first, in hundredths. */
  totals: Int32Array
  /** How many of the teams that have an entry (1-based, as in the line-ups) at a position (0-based) have a higher total. */
  countAbove: (entry: number, position: number, total: number) => number
  /** The highest total of those teams; null without one. */
  findMost: (entry: number, position: number) => number | null
  /** The highest total of a team without an entry; null when every team has it. */
  findMostWithout: (entry: number) => number | null
  /** What it takes in memory, beside the table. */
  byteLength: number
}

export interface HoldingsParams {
  table: Pick<LeagueTable, 'order' | 'totals'>
  /** By team, then by position: the entry, 0 for none. A team beyond its end has no line-up. */
  lineups: Uint8Array
  /** The number of positions in a line-up. */
  size: number
  /** The number of countries of the season. */
  entryCount: number
}

/** Groups the totals of a table by country and position: four bytes a team and position, and a country and position. */
export function groupHoldings({ table, lineups, size, entryCount }: HoldingsParams): Holdings {
  const { order, totals } = table
  const groupOf = (team: number, position: number) => (lineups[team * size + position] ?? 0) * size + position
  // Where each group begins: its size at first, counted one place later.
  const starts = new Int32Array((entryCount + 1) * size + 1)
  const forEachHolding = (each: (group: number, at: number) => void) => {
    for (const [at, team] of order.entries())
      for (let position = 0; position < size; position++) each(groupOf(team, position), at)
  }
  forEachHolding((group) => {
    starts[group + 1] = (starts[group + 1] ?? 0) + 1
  })
  for (let group = 1; group < starts.length; group++)
    starts[group] = (starts[group] ?? 0) + (starts[group - 1] ?? 0)
  const grouped = new Int32Array(order.length * size)
  const ends = starts.slice()
  forEachHolding((group, at) => {
    const end = ends[group] ?? 0
    grouped[end] = totals[at] ?? 0
    ends[group] = end + 1
  })
  const hasEntry = (team: number, entry: number) =>
    lineups.subarray(team * size, (team + 1) * size).includes(entry)
  const rangeOf = (entry: number, position: number) => {
    const group = entry * size + position
    return { from: starts[group] ?? 0, to: starts[group + 1] ?? 0 }
  }
  return {
    totals,
    countAbove: (entry, position, total) => countAbove(grouped, total, rangeOf(entry, position)),
    findMost(entry, position) {
      const { from, to } = rangeOf(entry, position)
      return from < to ? (grouped[from] ?? null) : null
    },
    byteLength: starts.byteLength + grouped.byteLength,
    findMostWithout: (entry) => totals[order.findIndex((team) => !hasEntry(team, entry))] ?? null,
  }
}

/** A team and one country: its total in hundredths, and the country's share in its line-up in percent, 0 without it. */
export interface Holder {
  totalHundredths: number
  percent: number
}

interface CountryParams {
  /** The country (1-based, as in the line-ups). */
  entry: number
  /** The share of each position in percent (D2). */
  percentages: readonly number[]
}

/**
 * How many points more a country needs so that a team has the first place of a table, alone or shared, when no other
 * country gets any more: whole points, 1 at least. Null when no number does it, and for a team that has it already.
 */
export function findNeededPoints(
  holdings: Holdings,
  own: Holder,
  { entry, percentages }: CountryParams,
): number | null {
  if (countAbove(holdings.totals, own.totalHundredths) === 0) return null
  // Of those with the same share the first decides.
  const rivals = [
    { percent: 0, best: holdings.findMostWithout(entry) },
    ...percentages.map((percent, at) => ({ percent, best: holdings.findMost(entry, at) })),
  ]
  let [least, most] = [1, Number.POSITIVE_INFINITY]
  for (const { percent, best } of rivals) {
    if (best === null) continue
    const [gap, gain] = [best - own.totalHundredths, own.percent - percent]
    if (gain > 0) least = Math.max(least, Math.ceil(gap / gain))
    // Whoever gains more overtakes beyond so many points; whoever gains as much stays ahead.
    else if (gain < 0) most = Math.min(most, Math.floor(gap / gain))
    else if (gap > 0) most = 0
  }
  return least <= most ? least : null
}

/** A team's rank in a table once a country has got so many points more (1-2-2-4, D5). */
export function findRankWith(
  holdings: Holdings,
  own: Holder,
  { entry, percentages, points }: CountryParams & { points: number },
): number {
  const total = own.totalHundredths + points * own.percent
  const above = countAbove(holdings.totals, total)
  // Those who have the country are counted by what they have then.
  const overtaking = percentages.map(
    (percent, at) =>
      holdings.countAbove(entry, at, total - points * percent) - holdings.countAbove(entry, at, total),
  )
  return 1 + overtaking.reduce((sum, count) => sum + count, above)
}
