import { LRUCache } from 'lru-cache'
import { computeTotal, type ScoreboardRound, withPoints } from '#app/game/scoreboard/compute.ts'
import { findNextRank, findRank, type RankTable } from '#app/game/scoreboard/rank-table.ts'
import type { WhatIfPlace } from '#app/game/scoreboard/what-if.ts'
import type { EntryPoints } from '#app/game/scoring/scoring.ts'
import type { Contest } from '#app/game/season/contest.ts'
import { toEntryPositions, toPointsByEntry } from './lineup-columns.server.ts'
import { indexOfTeam, type PublishedSeason, type Results } from './results.server.ts'
import type { TaskRunner } from './task-runner.server.ts'

/** The rank tables of the questions asked last: 8 bytes for each total that occurs, some 200 kB with a million teams. */
const maxTableBytes = 8 * 1024 * 1024
const overheadBytes = 512
/** How many questions are worked out or wait for that at once, of all visitors. */
const maxPending = 8

export interface WhatIfQuestion {
  contest: Pick<Contest, 'entries' | 'lineupPercentages'>
  results: Results
  roundNumber: number
  /** The other points, of different countries; those of all others stay. */
  changes: readonly EntryPoints[]
  teamId: number
  managerId: number
  leagueIds: readonly number[]
}

/** The places of a team as they would be. */
export interface WhatIfAnswer {
  totalHundredths: number
  world: WhatIfPlace
  leagues: ReadonlyMap<number, WhatIfPlace>
}

/** No answer: the visitor's last question is still being worked out, or those of too many are. */
export type WhatIfRefusal = 'ONE_AT_A_TIME' | 'TOO_MANY'

/**
 * Answers what the places of a team would be with other points. The ranks of all teams are computed once for the same points
 * of the same publication, whoever asks; a visitor has one question at a time.
 */
export function createWhatIf({ tasks, maxBytes = maxTableBytes }: { tasks: TaskRunner; maxBytes?: number }) {
  const tables = new LRUCache<string, RankTable>({
    maxSize: maxBytes,
    sizeCalculation: ({ scores, ranks }) => scores.byteLength + ranks.byteLength + overheadBytes,
  })
  const pending = new Map<string, Promise<RankTable>>()
  const askers = new Set<number>()
  let tablesOf: PublishedSeason | undefined

  /** The ranks of all teams over these rounds; concurrent questions with the same points share one computation. */
  function rankAll(season: PublishedSeason, key: string, rounds: readonly ScoreboardRound[]) {
    const running = pending.get(key)
    if (running) return running
    const ranking = tasks
      // With the spare places of late joiners, who have no points.
      .rankTotals(rounds, season.board.order.length)
      .then((table) => {
        if (tablesOf === season) tables.set(key, table)
        return table
      })
      .finally(() => pending.delete(key))
    pending.set(key, ranking)
    return ranking
  }

  async function answer(question: WhatIfQuestion, team: number): Promise<WhatIfAnswer> {
    const { results, leagueIds } = question
    const { season } = results
    // The tables of an earlier publication are of no use any more.
    if (tablesOf !== season) tables.clear()
    tablesOf = season
    const rounds = changeRounds(question)
    const key = toKey(question)
    const table = tables.get(key) ?? (await rankAll(season, key, rounds))
    const totalHundredths = computeTotal(rounds, team)
    const rank = findRank(table, totalHundredths)
    const end = season.columns.teamCount + 1
    const next = Math.min(findNextRank(table, totalHundredths) ?? end, end)
    const leagues = new Map<number, WhatIfPlace>()
    for (const leagueId of leagueIds) {
      const members = await season.leagues.listMembers(leagueId)
      leagues.set(leagueId, await tasks.findPlaceAmong(rounds, members, team))
    }
    return { totalHundredths, world: { rank, tied: next - rank }, leagues }
  }

  /** Undefined for a team outside the season, and for a round that the results do not cover. */
  return async (question: WhatIfQuestion): Promise<WhatIfAnswer | WhatIfRefusal | undefined> => {
    const { results, roundNumber, teamId, managerId } = question
    const team = indexOfTeam(results.season.columns, teamId)
    if (team === null || !results.publication.roundNumbers.includes(roundNumber)) return undefined
    if (askers.has(managerId)) return 'ONE_AT_A_TIME'
    if (askers.size >= maxPending) return 'TOO_MANY'
    askers.add(managerId)
    return answer(question, team).finally(() => askers.delete(managerId))
  }
}

/** The rounds of the results, one of them with the other points. */
function changeRounds({ contest, results, roundNumber, changes }: WhatIfQuestion): ScoreboardRound[] {
  const scores = [...results.pointsOf(roundNumber), ...changes]
  const points = toPointsByEntry(toEntryPositions(contest.entries), scores)
  return results.season.board.rounds.map((round) =>
    round.roundNumber === roundNumber ? withPoints(round, points, contest.lineupPercentages) : round,
  )
}

/** The same for the same points in any order. */
function toKey({ results, roundNumber, changes }: WhatIfQuestion): string {
  const points = changes.map((change) => `${change.entryId}=${change.points}`).toSorted()
  return `${results.publication.id}:${roundNumber}:${points.join(',')}`
}
