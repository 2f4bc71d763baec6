import type { ScoreboardRound } from './compute.ts'
import { findPlaceAmong } from './what-if.ts'

/** A place after a round, and in which row of a chart it is: by place, equal ones in the order of the teams. */
interface PlaceInRow {
  place: number
  row: number
}

/** The places of `teams` after each round among the current `members` of a league; both are indices of teams. */
export function listPlaces(
  rounds: readonly ScoreboardRound[],
  members: Int32Array,
  teams: readonly number[],
): PlaceInRow[][] {
  const byRound = rounds.map((_, last) =>
    teams.map((team) => findPlaceAmong(rounds.slice(0, last + 1), members, team).rank),
  )
  return teams.map((_, at) =>
    byRound.map((places) => {
      const place = places[at] ?? 0
      const above = places.filter((other, before) => other < place || (other === place && before < at))
      return { place, row: above.length }
    }),
  )
}
