import type { ScoreboardRound } from '#app/game/scoreboard/compute.ts'
import { findTotalsForPlace, type TopTotals } from '#app/game/scoreboard/top-totals.ts'
import type { Contest } from '#app/game/season/contest.ts'
import { toEntryPositions } from './lineup-columns.server.ts'
import { retryBeforeMs } from './past-results.server.ts'
import type { Results } from './results.server.ts'
import type { TaskRunner } from './task-runner.server.ts'

/** The last of the places that are told among all teams. */
export const TOP_PLACES = 100

/**
 * The lowest total (hundredths) that has a place among all teams, alone or shared. Index: the additional points of a country (by
 * its entry's id), from 0 to `maxPoints`.
 */
export type FindTotalsForPlace = (asked: { entryId: number; place: number; maxPoints: number }) => Int32Array

/**
 * Lists the best teams of a publication by what they hold in one of its rounds, once; a country's totals when they are asked
 * for. A list that failed is made again by who asks after `retryMs`, and until then fails at once.
 */
export function createTopTotals({ tasks, retryMs = retryBeforeMs }: { tasks: TaskRunner; retryMs?: number }) {
  const listed = new WeakMap<ScoreboardRound, Promise<FindTotalsForPlace>>()

  async function list(contest: Contest, results: Results, { lineups }: ScoreboardRound) {
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
  return async (
    contest: Contest,
    results: Results,
    roundNumber: number,
  ): Promise<FindTotalsForPlace | null> => {
    const round = results.season.board.rounds.find((each) => each.roundNumber === roundNumber)
    if (!round) return null
    const known = listed.get(round)
    if (known) return known
    const listing = list(contest, results, round)
    listed.set(round, listing)
    listing.catch(() => setTimeout(() => listed.delete(round), retryMs).unref())
    return listing
  }
}

/** Remembers the totals: 2 ms and 2 kB for each country and place. */
function createFinder(top: TopTotals, { entries, lineupPercentages }: Contest): FindTotalsForPlace {
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
