import { computeScoreboard, type Scoreboard, type ScoreboardInput } from '#app/game/scoreboard/compute.ts'
import { countHolders, type Holders, type HoldersInput } from '#app/game/scoreboard/holders.ts'
import type { RankTable } from '#app/game/scoreboard/rank-table.ts'
import { type LeagueTable, rankMembers } from '#app/game/scoreboard/standings.ts'
import { listTopTotals, type TopTotals, type TopTotalsInput } from '#app/game/scoreboard/top-totals.ts'
import { findPlaceAmong, rankTotals, type WhatIfPlace } from '#app/game/scoreboard/what-if.ts'
import type { RoundPoints } from '#app/game/scoring/publication.ts'
import type { Game } from '#app/game/season/contest.ts'
import { createWorkerPool } from '#app/services/workers/worker-pool.server.ts'
import type { Clock } from '#db/clock.server.ts'
import { findLeague } from '#db/leagues/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import type { ComputeTask } from './compute-worker.ts'
import { type LeagueMembers, readMembers } from './league-members.server.ts'
import {
  type LineupColumn,
  readColumns,
  readEntryPositions,
  type SeasonColumns,
} from './lineup-columns.server.ts'
import type { ReadTask } from './read-worker.ts'
import type { ComputedBoard } from './results.server.ts'

/** Up to so many teams or members the work takes some milliseconds, and is done at once. */
const maxInline = 2_000

const limits = { timeoutMs: 120_000, maxHeapMb: 256, niceness: 10 }
/** Reading a season leaves some 60 MB behind, and happens once after each deadline: its thread ends with it. */
const runRead = createWorkerPool<ReadTask>({ ...limits, entry: 'scoreboard/read-worker', idleMs: 0 })
/** A publication computes and ranks within a second, and then nothing for hours. */
const runCompute = createWorkerPool<ComputeTask>({
  ...limits,
  entry: 'scoreboard/compute-worker',
  idleMs: 10_000,
})

/** Questions of visitors delay no publication: they have a thread of their own, and less time. */
const runWhatIf = createWorkerPool<ComputeTask>({
  ...limits,
  timeoutMs: 10_000,
  entry: 'scoreboard/compute-worker',
  idleMs: 10_000,
})

export interface TaskRunnerOptions {
  db: Db
  clock: Clock
  /** Where threads find the database; with null, as for a database in memory, everything is done at once. */
  location: string | null
  isDemo: boolean
}

/** What a season is read for. */
export type SizedSeason = Pick<Game, 'id' | 'teamCount'>

/** A league's table, and the last join or leave that it knows of. */
export interface RankedLeague {
  table: LeagueTable
  lastChange: number
}

/** The tasks of a scoreboard, done at once where a season or league is small and in a thread where it is large. */
export type TaskRunner = ReturnType<typeof createTaskRunner>

export function createTaskRunner({ db, clock, location, isDemo }: TaskRunnerOptions) {
  const isSmall = (count: number) => location === null || count <= maxInline
  const settings = { location: location ?? '', isDemo }

  async function findMembers(columns: SeasonColumns, leagueId: number): Promise<LeagueMembers> {
    const league = await findLeague(db, leagueId)
    return isSmall(league?.memberCount ?? 0)
      ? readMembers(db, { columns, leagueId })
      : runRead<LeagueMembers>({ ...settings, kind: 'members', columns, leagueId })
  }

  return {
    isSmall,

    /** The line-ups of a season's closed rounds; those that are known are not read again. */
    async read({ id, teamCount }: SizedSeason, known: readonly LineupColumn[]): Promise<SeasonColumns> {
      return isSmall(teamCount)
        ? readColumns(db, { gameId: id, known, clock })
        : runRead<SeasonColumns>({ ...settings, kind: 'lineups', gameId: id, known })
    },

    /** All results of a season that follow from these points. Throws when a round's line-ups were not read. */
    async compute(columns: SeasonColumns, points: readonly RoundPoints[]): Promise<Scoreboard> {
      const input = await toScoreboardInput(db, columns, points)
      return isSmall(columns.teamCount)
        ? computeScoreboard(input)
        : runCompute<Scoreboard>({ kind: 'scoreboard', input })
    },

    /** How many teams hold each country in a round. */
    async countHolders(input: HoldersInput): Promise<Holders> {
      return isSmall(input.lineups.length / input.teamSize)
        ? countHolders(input)
        : runCompute<Holders>({ kind: 'holders', input })
    },

    /** The best totals by what the teams hold in a round. */
    async listTopTotals(input: TopTotalsInput): Promise<TopTotals> {
      return isSmall(input.teamCount) ? listTopTotals(input) : runCompute<TopTotals>({ kind: 'top', input })
    },

    /** The ranks by total over rounds that were never published. */
    async rankTotals(rounds: Scoreboard['rounds'], teamCount: number): Promise<RankTable> {
      return isSmall(teamCount)
        ? rankTotals(rounds, teamCount)
        : runWhatIf<RankTable>({ kind: 'totals', rounds, teamCount })
    },

    /** A team's place among a league's members over such rounds. */
    async findPlaceAmong(
      rounds: Scoreboard['rounds'],
      members: Int32Array,
      team: number,
    ): Promise<WhatIfPlace> {
      return isSmall(members.length)
        ? findPlaceAmong(rounds, members, team)
        : runWhatIf<WhatIfPlace>({ kind: 'place', rounds, members, team })
    },

    /** A league's table, with its members of this moment or with those that are known. */
    async rank(
      { columns, board }: ComputedBoard,
      leagueId: number,
      known?: RankedLeague,
    ): Promise<RankedLeague> {
      const { members, lastChange } = known
        ? { members: known.table.order, lastChange: known.lastChange }
        : await findMembers(columns, leagueId)
      const { rounds } = board
      const table = isSmall(members.length)
        ? rankMembers(board, members)
        : await runCompute<LeagueTable>({ kind: 'league', rounds, members })
      return { table, lastChange }
    },
  }
}

/** Includes the capacity for late joiners, whose empty places rank last. */
async function toScoreboardInput(
  db: Db,
  { gameId, teamIds, columns }: SeasonColumns,
  points: readonly RoundPoints[],
): Promise<ScoreboardInput> {
  const game = await findGame(db, gameId)
  const positions = await readEntryPositions(db, gameId)
  const rounds = points.map(({ roundNumber, scores }) => {
    const column = columns.find((each) => each.roundNumber === roundNumber)
    if (!column) throw new Error(`The line-ups of round ${roundNumber} are not read`)
    const byPosition = new Int32Array(positions.size)
    for (const { entryId, points: earned } of scores) byPosition[(positions.get(entryId) ?? 1) - 1] = earned
    return { roundNumber, lineups: column.lineups, points: byPosition }
  })
  return { teamCount: teamIds.length, percentages: game?.lineupPercentages ?? [], rounds }
}
