import type { Scoreboard } from '#app/game/scoreboard/compute.ts'
import type { RoundPoints } from '#app/game/scoring/publication.ts'
import type { Game } from '#app/game/season/contest.ts'
import { createWorkerPool } from '#app/services/workers/worker-pool.server.ts'
import type { Clock } from '#db/clock.server.ts'
import { findLeague } from '#db/leagues/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type LineupColumn, readColumns, type SeasonColumns } from './lineup-columns.server.ts'
import type { ComputedBoard } from './results.server.ts'
import { computeSeason, type RankedLeague, rankLeague } from './tasks.server.ts'
import type { WorkerTask } from './worker.ts'

/** Up to so many teams or members the work takes some milliseconds, and is done at once. */
const maxInline = 2_000

const limits = { entry: 'scoreboard/worker', timeoutMs: 120_000, maxHeapMb: 256 }
/** Reading a season leaves some 60 MB behind, and happens once after each deadline: its thread ends with it. */
const runRead = createWorkerPool<WorkerTask>({ ...limits, idleMs: 0 })
/** A publication computes and ranks within a second, and then nothing for hours. */
const runCompute = createWorkerPool<WorkerTask>({ ...limits, idleMs: 10_000 })

export interface TaskRunnerOptions {
  db: Db
  clock: Clock
  /** Where threads find the database; with null, as for a database in memory, everything is done at once. */
  file: string | null
  isDemo: boolean
}

/** What a season is read for. */
export type SizedSeason = Pick<Game, 'id' | 'teamCount'>

/** The tasks of a scoreboard, done at once where a season or league is small and in a thread where it is large. */
export type TaskRunner = ReturnType<typeof createTaskRunner>

export function createTaskRunner({ db, clock, file, isDemo }: TaskRunnerOptions) {
  const isSmall = (count: number) => file === null || count <= maxInline
  const settings = { file: file ?? '', isDemo }

  return {
    isSmall,

    /** The line-ups of a season's closed rounds; those that are known are not read again. */
    async read({ id, teamCount }: SizedSeason, known: readonly LineupColumn[]): Promise<SeasonColumns> {
      const task = { kind: 'read', gameId: id, known } as const
      return isSmall(teamCount)
        ? readColumns(db, { ...task, clock })
        : runRead<SeasonColumns>({ ...settings, task })
    },

    /** All results of a season that follow from these points. */
    async compute(columns: SeasonColumns, points: readonly RoundPoints[]): Promise<Scoreboard> {
      const task = { kind: 'compute', columns, points } as const
      return isSmall(columns.teamCount)
        ? computeSeason(db, task)
        : runCompute<Scoreboard>({ ...settings, task })
    },

    /** A league's table, with its members of this moment or with those that are known. */
    async rank(
      { columns, board }: ComputedBoard,
      leagueId: number,
      known?: RankedLeague,
    ): Promise<RankedLeague> {
      const members = known && { members: known.table.order, lastChange: known.lastChange }
      const task = { kind: 'league', columns, rounds: board.rounds, leagueId, known: members } as const
      const memberCount = members?.members.length ?? (await findLeague(db, leagueId))?.memberCount ?? 0
      return isSmall(memberCount) ? rankLeague(db, task) : runCompute<RankedLeague>({ ...settings, task })
    },
  }
}
