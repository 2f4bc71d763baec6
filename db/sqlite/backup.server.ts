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

/**
 * The first damage that SQLite finds in the file, or undefined. Reads the whole file: once, at start. `isThorough`
 * also checks indexes against tables and foreign keys, which takes several times as long.
 */
export async function findDamage(db: Db, { isThorough = false } = {}): Promise<string | undefined> {
  const check = isThorough ? sql.raw('integrity_check') : sql.raw('quick_check')
  const { rows } = await sql<Record<string, string>>`pragma ${check}(1)`.execute(db)
  const [result = 'no answer'] = Object.values(rows[0] ?? {})
  if (result !== 'ok') return result
  return isThorough ? findOrphans(db) : undefined
}

/** The first table with a row that violates a foreign key. */
async function findOrphans(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db)
  const [first] = rows
  return first && `${rows.length} rows refer to none, the first in ${first.table} to ${first.parent}`
}
