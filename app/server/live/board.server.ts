import type { Contest, Round } from '#app/game/season/contest.ts'
import { isInShow, type ShowFacts } from '#app/game/season/show-state.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'

/** A country of the final by its points as they stand. */
export interface BoardRow {
  entryId: number
  code: string
  country: string
  points: number
  rank: number
}

interface BoardParams {
  contest: Contest
  results: Results | null
  round: Round
}

/** The countries of the final by points, equal ones in order of their names; empty in a semi-final. */
export function listBoard({ contest, results, round }: BoardParams, facts: ShowFacts): BoardRow[] {
  if (round.kind !== 'final') return []
  const points = new Map(
    results?.pointsOf(round.roundNumber).map(({ entryId, points }) => [entryId, points]) ?? [],
  )
  const rows = contest.entries
    .filter((entry) => isInShow(facts, entry, round))
    .map(({ id, code, country }) => ({ entryId: id, code, country, points: points.get(id) ?? 0 }))
    .sort((a, b) => b.points - a.points)
  return rows.map((row) => ({ ...row, rank: 1 + rows.findIndex((other) => other.points === row.points) }))
}
