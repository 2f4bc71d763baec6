import type { Scoreboard } from '#app/game/scoreboard/compute.ts'
import type { RoundPoints } from '#app/game/scoring/publication.ts'
import type { Game } from '#app/game/season/contest.ts'
import type { Clock } from '#db/clock.server.ts'
import { findLeague } from '#db/leagues/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type LineupColumn, readColumns, type SeasonColumns } from './lineup-columns.server.ts'
import type { ComputedBoard } from './results.server.ts'
import { computeSeason, type RankedLeague, rankLeague } from './tasks.server.ts'
import { runInWorker, type WorkerSettings } from './worker-thread.server.ts'

/** Up to so many teams or members the work takes some milliseconds, and is done at once. */
const maxInline = 2_000

export interface TaskRunnerOptions extends WorkerSettings {
  db: Db
  clock: Clock
}

/** What a season is read for. */
export type SizedSeason = Pick<Game, 'id' | 'teamCount'>

/** The tasks of a scoreboard, done at once where a season or league is small and in a thread where it is large. */
export type TaskRunner = ReturnType<typeof createTaskRunner>

/** `file`: where threads find the database; with null everything is done at once. */
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
        : runInWorker<SeasonColumns>({ ...settings, task })
    },

    /** All results of a season that follow from these points. */
    async compute(columns: SeasonColumns, points: readonly RoundPoints[]): Promise<Scoreboard> {
      const task = { kind: 'compute', columns, points } as const
      return isSmall(columns.teamCount)
        ? computeSeason(db, task)
        : runInWorker<Scoreboard>({ ...settings, task })
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
      return isSmall(memberCount) ? rankLeague(db, task) : runInWorker<RankedLeague>({ ...settings, task })
    },
  }
}
