import { sql } from 'kysely'
import type { Db } from '#db/schema.server.ts'

/** Writes the committed state into `file`, empty or missing, as one complete database without a log. */
export async function vacuumInto(db: Db, file: string): Promise<void> {
  await sql`vacuum into ${file}`.execute(db)
}

/**
 * Checkpoints the log into the file, so that the file alone is complete. Fails (SQLITE_BUSY) while others use the
 * database.
 */
export async function mergeWal(db: Db): Promise<void> {
  await sql`pragma busy_timeout = 0`.execute(db)
  await sql`pragma journal_mode = delete`.execute(db)
}

/** Deletes all sessions and sign-in attempts, so that none that has ended since becomes valid again. */
export async function deleteAllSessions(db: Db): Promise<void> {
  await sql`pragma secure_delete = on`.execute(db)
  await db.deleteFrom('sessions').execute()
  await db.deleteFrom('sign_in_attempts').execute()
}
