import { moveResult } from '#app/services/workers/move-result.ts'
import { demoClock, systemClock } from '#db/clock.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { isDatabaseUnavailable } from '#db/errors.server.ts'
import type { Db } from '#db/schema.server.ts'
import { readMembers } from './league-members.server.ts'
import { type LineupColumn, readColumns, type SeasonColumns } from './lineup-columns.server.ts'

/** What is read for a scoreboard. */
export type Reading =
  | { kind: 'lineups'; gameId: number; known: readonly LineupColumn[] }
  | { kind: 'members'; columns: SeasonColumns; leagueId: number }

/** A reading with what its thread opens the database by. */
export type ReadTask = Reading & { location: string; isDemo: boolean }

/**
 * The entry of the thread that reads large seasons and leagues, on a connection of its own. Returns null when it cannot have one:
 * PostgreSQL may have as many as it allows.
 */
export default async function runReadTask(task: ReadTask): Promise<unknown> {
  try {
    const db = openDatabase(task.location)
    return moveResult(await read(db, task).finally(() => db.destroy()))
  } catch (error) {
    if (isDatabaseUnavailable(error)) return null
    // SQLite's own errors lose their message between threads.
    throw new Error(error instanceof Error ? error.message : String(error))
  }
}

function read(db: Db, task: ReadTask): Promise<object> {
  const clock = task.isDemo ? demoClock : systemClock
  return task.kind === 'lineups' ? readColumns(db, { ...task, clock }) : readMembers(db, task)
}
