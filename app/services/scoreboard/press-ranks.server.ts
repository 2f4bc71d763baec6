import { LRUCache } from 'lru-cache'
import { computeTotal, withPoints } from '#app/game/scoreboard/compute.ts'
import { findRank } from '#app/game/scoreboard/rank-table.ts'
import { chooseEvenly } from '#app/game/scoreboard/tick-line.ts'
import { listEveningPresses } from '#app/game/scoring/publication.ts'
import type { Contest } from '#app/game/season/contest.ts'
import type { Db } from '#db/schema.server.ts'
import { listPressesUpTo } from '#db/scoreboard/final-vote.server.ts'
import { listPublishedPoints } from '#db/scoreboard/publications.server.ts'
import { toEntryPositions, toPointsByEntry } from './lineup-columns.server.ts'
import { indexOfTeam, type Results } from './results.server.ts'
import type { TaskRunner } from './task-runner.server.ts'

/** At most this many presses of an evening are ranked. */
const MOST_PRESSES = 24
/** Larger games get no chart: its first view ranks all teams once per press. */
const MOST_TEAMS = 250_000

interface PressRanksParams {
  contest: Contest
  results: Results
  roundNumber: number
  teamId: number
}

/**
 * Returns what finds a team's rank after the presses of a round's evening, among the teams of now. Only points are stored of a press:
 * its ranks are computed once for all teams and remembered for two evenings.
 */
export function createPressRanks({ db, tasks }: { db: Db; tasks: TaskRunner }) {
  const remembered = new LRUCache<string, ReturnType<typeof rankAll>>({ max: 2 * MOST_PRESSES })

  async function rankAll({ contest, results, roundNumber }: PressRanksParams, pressId: number) {
    const points = await listPublishedPoints(db, pressId)
    const positions = toEntryPositions(contest.entries)
    const { rounds, order } = results.season.board
    const ranked = rounds.flatMap((round) => {
      const scores = points.find((each) => each.roundNumber === round.roundNumber)?.scores ?? []
      if (round.roundNumber > roundNumber) return []
      return withPoints(round, toPointsByEntry(positions, scores), contest.lineupPercentages)
    })
    return { rounds: ranked, table: await tasks.rankTotals(ranked, order.length) }
  }

  return async (params: PressRanksParams) => {
    const { results, roundNumber, teamId } = params
    const { columns } = results.season
    const team = indexOfTeam(columns, teamId)
    const column = columns.columns.find((each) => each.roundNumber === roundNumber)
    if (team === null || !column || results.season.board.order.length > MOST_TEAMS) return []
    const presses = listEveningPresses(await listPressesUpTo(db, results.publication.id), roundNumber)
    const ranks: { publishedAt: number; rank: number }[] = []
    for (const { id, publishedAt } of chooseEvenly(presses.length, MOST_PRESSES).flatMap(
      (at) => presses[at] ?? [],
    )) {
      // The demo's clock may have gone back: then other line-ups count.
      const key = `${id} ${column.settledAt}`
      const ranking = remembered.get(key) ?? rankAll(params, id)
      remembered.set(key, ranking)
      ranking.catch(() => remembered.delete(key))
      const { rounds, table } = await ranking
      ranks.push({ publishedAt, rank: findRank(table, computeTotal(rounds, team)) })
    }
    return ranks
  }
}
