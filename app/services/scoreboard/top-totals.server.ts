import { findTotalsForPlace, type TopTotals } from '#app/game/scoreboard/top-totals.ts'
import type { Contest } from '#app/game/season/contest.ts'
import { toEntryPositions } from './lineup-columns.server.ts'
import type { Results } from './results.server.ts'
import type { TaskRunner } from './task-runner.server.ts'

/** The last of the places that are told among all teams. */
export const TOP_PLACES = 100

/**
 * The totals for a place among all teams, by how many points more a country (by its entry's id) has got, from 0 to `maxPoints`.
 */
export type FindTotals = (asked: { entryId: number; place: number; maxPoints: number }) => Int32Array

/** Lists the best teams of a publication by what they hold in one of its rounds, once; a country's totals when they are asked for. */
export function createTopTotals({ tasks }: { tasks: TaskRunner }) {
  const listed = new WeakMap<Int32Array, Promise<FindTotals>>()

  async function list(contest: Contest, results: Results, lineups: Uint8Array): Promise<FindTotals> {
    const { board, columns } = results.season
    const top = await tasks.listTopTotals({
      rounds: board.rounds,
      order: board.order,
      teamCount: columns.teamCount,
      lineups,
      size: contest.lineupPercentages.length,
      entryCount: contest.entries.length,
      places: TOP_PLACES,
    })
    return createFinder(top, contest)
  }

  /** Null for a round that the results do not cover. */
  return async (contest: Contest, results: Results, roundNumber: number): Promise<FindTotals | null> => {
    const { order, rounds } = results.season.board
    const column = rounds.find((each) => each.roundNumber === roundNumber)
    if (!column) return null
    // Its order stands for a publication, of which one round is asked about.
    const known = listed.get(order)
    if (known) return known
    const listing = list(contest, results, column.lineups)
    listed.set(order, listing)
    listing.catch(() => listed.delete(order))
    return listing
  }
}

/** Remembers the totals: a millisecond and 2 kB for each country and place. */
function createFinder(top: TopTotals, { entries, lineupPercentages }: Contest): FindTotals {
  const positions = toEntryPositions(entries)
  const known = new Map<string, Int32Array>()
  return ({ entryId, place, maxPoints }) => {
    const key = `${entryId} ${place} ${maxPoints}`
    const found =
      known.get(key) ??
      findTotalsForPlace(top, {
        entry: positions.get(entryId) ?? 0,
        percentages: lineupPercentages,
        place,
        maxPoints,
      })
    known.set(key, found)
    return found
  }
}
