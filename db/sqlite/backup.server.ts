import { sql } from 'kysely'
import type { Db } from '#db/schema.server.ts'
import { listSeasons, type SeasonRow } from '#db/seasons/stored-season.server.ts'

/** A summary of a database's content, for backups. Counts cover the whole file, with every season. */
export interface DatabaseSummary {
  seasons: readonly SeasonRow[]
  managers: number
  lineups: number
  leagues: number
  articles: number
  images: number
  /** When a team or line-up was last saved: game time, epoch ms. Null before the first save. */
  lastSaveAt: number | null
}

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

/** Reads a database's summary. Uses only columns that every version of the schema has. */
export async function readDatabaseSummary(db: Db): Promise<DatabaseSummary> {
  const { rows } = await sql<Omit<DatabaseSummary, 'seasons'>>`select
    (select count(*) from managers) as managers,
    (select count(*) from lineups) as lineups,
    (select count(*) from leagues) as leagues,
    (select count(*) from articles) as articles,
    (select count(*) from images) as images,
    (select max(at) from (
      select max(updated_at) as at from teams union all select max(saved_at) from lineups
    )) as lastSaveAt`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('SQLite counted nothing')
  return { seasons: await listSeasons(db), ...counts }
}
