import { isInShow, type ShowFacts } from '#app/game/season/show-state.ts'
import type { LiveParams } from './live-view.server.ts'

/** The countries on the page: the link leads to all. */
const SHOWN_COUNTRIES = 5

/** The first countries of the final by points as they stand; empty before the first points, and in a semi-final. */
export function listBoard({ contest, results, round, team, live }: LiveParams, facts: ShowFacts) {
  if (round.kind !== 'final' || !live) return { count: 0, rows: [] }
  const points = new Map(
    results?.pointsOf(round.roundNumber).map(({ entryId, points }) => [entryId, points]) ?? [],
  )
  const singers = contest.entries.filter((entry) => isInShow(facts, entry, round))
  const rows = singers
    // In order of their names, which equal points keep.
    .map(({ id, code, country }) => ({
      code,
      country,
      points: points.get(id) ?? 0,
      isMine: team.entryIds.includes(id),
    }))
    .sort((a, b) => b.points - a.points)
  const shown = rows.slice(0, SHOWN_COUNTRIES)
  return {
    count: rows.length,
    rows: shown.map((row) => ({
      ...row,
      rank: 1 + rows.filter((other) => other.points > row.points).length,
    })),
  }
}
