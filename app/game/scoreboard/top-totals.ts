import { computeTotal, type ScoreboardRound } from './compute.ts'

/** The best totals of all teams by what they hold: from these the first places follow, however many points one country gets. */
export interface TopTotals {
  /** The length of each list. */
  places: number
  /**
   * By entry (1-based, as in the line-ups), then by group (the teams without it, and those that have it at each position), then
   * by place: totals in hundredths, highest first; `NO_TEAM` after the last.
   */
  totals: Int32Array
}

/** Below every total, whatever a country gets. */
const NO_TEAM = -(2 ** 30)

export interface TopTotalsInput {
  rounds: readonly ScoreboardRound[]
  /** Team indices by total over these rounds, highest first. */
  order: Int32Array
  /** How many at the start of `order` are real teams; spare places for late joiners follow. */
  teamCount: number
  /** By team, then by position: the entry, 0 for none. A team beyond its end has no line-up. */
  lineups: Uint8Array
  /** The number of positions in a line-up. */
  size: number
  entryCount: number
  places: number
}

/** Lists the best totals of all teams without each country, and of those that have it at each position. */
export function listTopTotals(input: TopTotalsInput): TopTotals {
  const { rounds, order, teamCount, lineups, size, entryCount, places } = input
  const groupsOfEntry = size + 1
  const totals = new Int32Array((entryCount + 1) * groupsOfEntry * places).fill(NO_TEAM)
  const counts = new Int32Array((entryCount + 1) * groupsOfEntry)
  const isFull = (group: number) => counts[group] === places
  const add = (group: number, team: number) => {
    const count = counts[group] ?? 0
    totals[group * places + count] = computeTotal(rounds, team)
    counts[group] = count + 1
  }
  const hasEntry = (team: number, entry: number) => {
    for (let position = 0; position < size; position++)
      if (lineups[team * size + position] === entry) return true
    return false
  }
  // The countries whose list of teams without them is not full yet.
  let incomplete = Array.from({ length: entryCount }, (_, index) => index + 1)
  for (let at = 0; at < teamCount; at++) {
    const team = order[at] ?? 0
    for (let position = 0; position < size; position++) {
      const group = (lineups[team * size + position] ?? 0) * groupsOfEntry + 1 + position
      if (!isFull(group)) add(group, team)
    }
    if (incomplete.length === 0) continue
    for (const entry of incomplete) if (!hasEntry(team, entry)) add(entry * groupsOfEntry, team)
    incomplete = incomplete.filter((entry) => !isFull(entry * groupsOfEntry))
  }
  return { places, totals }
}

interface PlaceParams {
  /** The country (1-based, as in the line-ups). */
  entry: number
  /** The share of each position in percent (D2). */
  percentages: readonly number[]
  /** From 1 to `places`. */
  place: number
  maxPoints: number
}

/**
 * The lowest total (hundredths) that has a place, alone or shared, when no other country gets more points. Index: the country's
 * additional points, 0 to `maxPoints`.
 */
export function findTotalsForPlace(
  { places, totals }: TopTotals,
  { entry, percentages, place, maxPoints }: PlaceParams,
): Int32Array {
  const shares = [0, ...percentages]
  const starts = shares.map((_, group) => (entry * shares.length + group) * places)
  const used = new Int32Array(shares.length)
  const findAt = (points: number) => {
    used.fill(0)
    let total = NO_TEAM
    for (let n = 0; n < place; n++) {
      let [bestGroup, highest] = [0, NO_TEAM]
      for (let group = 0; group < shares.length; group++) {
        const next = totals[(starts[group] ?? 0) + (used[group] ?? 0)] ?? NO_TEAM
        const changed = next + points * (shares[group] ?? 0)
        if (changed > highest) [bestGroup, highest] = [group, changed]
      }
      used[bestGroup] = (used[bestGroup] ?? 0) + 1
      total = highest
    }
    return total
  }
  return Int32Array.from({ length: maxPoints + 1 }, (_, points) => findAt(points))
}

/**
 * How many points more a country needs so that a team has the place of these totals: 1 at least. Null when none of them does it.
 * `percent`: its share in the team's line-up, 0 without it.
 */
export function findPointsForPlace(
  totalsForPlace: Int32Array,
  { totalHundredths, percent }: { totalHundredths: number; percent: number },
): number | null {
  // That total only grows with the points, so a team needs at least those that bring it to the one of now.
  const gap = (totalsForPlace[0] ?? 0) - totalHundredths
  const firstTried = percent > 0 ? Math.max(1, Math.ceil(gap / percent)) : 1
  for (let points = firstTried; points < totalsForPlace.length; points++)
    if (totalHundredths + points * percent >= (totalsForPlace[points] ?? 0)) return points
  return null
}
