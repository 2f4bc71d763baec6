import { computeScoreboard, type Scoreboard, type ScoreboardInput } from '#app/game/scoreboard/compute.ts'
import { countHolders, type Holders, type HoldersInput } from '#app/game/scoreboard/holders.ts'
import type { RankTable } from '#app/game/scoreboard/rank-table.ts'
import { type LeagueTable, rankMembers } from '#app/game/scoreboard/standings.ts'
import { listTopTotals, type TopTotals, type TopTotalsInput } from '#app/game/scoreboard/top-totals.ts'
import { findPlaceAmong, rankTotals, type WhatIfPlace } from '#app/game/scoreboard/what-if.ts'
import type { RoundPoints } from '#app/game/scoring/publication.ts'
import type { Game } from '#app/game/season/contest.ts'
import { runExtra, runScores } from '#app/services/workers/worker-thread.server.ts'
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
  toPointsByEntry,
} from './lineup-columns.server.ts'
import type { Reading } from './read-worker.ts'
import type { ComputedBoard } from './results.server.ts'

/** Up to so many teams or members the work takes some milliseconds, and is done at once. */
const maxInline = 2_000

const timeoutMs = 120_000
/** For what visitors wait for. */
const whatIfTimeoutMs = 10_000

const toComputeTask = (input: ComputeTask) => ({ entry: 'scoreboard/compute-worker', input, timeoutMs })

export interface TaskRunnerOptions {
  db: Db
  clock: Clock
  /** Where threads find the database; with null, as for a database in memory, everything is done at once. */
  location: string | null
  isDemo: boolean
}

interface ReadOptions {
  /** The teams or members. */
  count: number
  run?: typeof runScores
  isUrgent?: boolean
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

  /** Reads in a thread what is large; by the connections of this process what is small, and when the thread gets none. */
  async function readApart<Result>(
    { count, run = runScores, isUrgent, ...reading }: Reading & ReadOptions,
    readHere: () => Promise<Result>,
  ): Promise<Result> {
    const input = { location, isDemo, ...reading }
    const task = { entry: 'scoreboard/read-worker', input, timeoutMs, isUrgent }
    return (isSmall(count) ? null : await run<Result | null>(task)) ?? readHere()
  }

  async function findMembers(columns: SeasonColumns, leagueId: number): Promise<LeagueMembers> {
    const league = await findLeague(db, leagueId)
    const reading = { kind: 'members', columns, leagueId, count: league?.memberCount ?? 0 } as const
    return readApart(reading, () => readMembers(db, { columns, leagueId }))
  }

  return {
    isSmall,

    /** The line-ups of a season's closed rounds; those that are known are not read again. */
    async read(
      { id: gameId, teamCount }: SizedSeason,
      known: readonly LineupColumn[],
    ): Promise<SeasonColumns> {
      const reading = { kind: 'lineups', gameId, known, count: teamCount, isUrgent: true } as const
      return readApart(reading, () => readColumns(db, { gameId, known, clock }))
    },

    /** The same of a season that is not being played: no publication waits for it. */
    async readOther({ id: gameId, teamCount }: SizedSeason): Promise<SeasonColumns> {
      const reading = { kind: 'lineups', gameId, known: [], count: teamCount, run: runExtra } as const
      return readApart(reading, () => readColumns(db, { gameId, known: [], clock }))
    },

    /** All results of a season that follow from these points. Throws when a round's line-ups were not read. */
    async compute(columns: SeasonColumns, points: readonly RoundPoints[]): Promise<Scoreboard> {
      const input = await toScoreboardInput(db, columns, points)
      return isSmall(columns.teamCount)
        ? computeScoreboard(input)
        : runScores({ ...toComputeTask({ kind: 'scoreboard', input }), isUrgent: true })
    },

    /** How many teams hold each country in a round. */
    async countHolders(input: HoldersInput): Promise<Holders> {
      return isSmall(input.lineups.length / input.teamSize)
        ? countHolders(input)
        : runScores(toComputeTask({ kind: 'holders', input }))
    },

    /** The best totals by what the teams hold in a round. */
    async listTopTotals(input: TopTotalsInput): Promise<TopTotals> {
      return isSmall(input.teamCount)
        ? listTopTotals(input)
        : runScores(toComputeTask({ kind: 'top', input }))
    },

    /** The ranks by total over rounds that were never published. */
    async rankTotals(rounds: Scoreboard['rounds'], teamCount: number): Promise<RankTable> {
      return isSmall(teamCount)
        ? rankTotals(rounds, teamCount)
        : runExtra({ ...toComputeTask({ kind: 'totals', rounds, teamCount }), timeoutMs: whatIfTimeoutMs })
    },

    /** A team's place among a league's members over such rounds. */
    async findPlaceAmong(
      rounds: Scoreboard['rounds'],
      members: Int32Array,
      team: number,
    ): Promise<WhatIfPlace> {
      return isSmall(members.length)
        ? findPlaceAmong(rounds, members, team)
        : runExtra({ ...toComputeTask({ kind: 'place', rounds, members, team }), timeoutMs: whatIfTimeoutMs })
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
        : await runScores<LeagueTable>({
            ...toComputeTask({ kind: 'league', rounds, members }),
            // A publication ranks again what was ranked before it, before it is shown.
            isUrgent: known !== undefined,
          })
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
    return { roundNumber, lineups: column.lineups, points: toPointsByEntry(positions, scores) }
  })
  return { teamCount: teamIds.length, percentages: game?.lineupPercentages ?? [], rounds }
}
