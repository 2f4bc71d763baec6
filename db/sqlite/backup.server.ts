import { sql } from 'kysely'
import type { Db } from '#db/schema.server.ts'
import { listSeasons, type SeasonRow } from '#db/seasons/stored-season.server.ts'

/** What a database holds, told to whoever looks at a backup. Counts are of the whole file, every season. */
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

/**
 * Writes what is committed now into `file`, which must be empty or missing, as one whole database without a log.
 * It reads one snapshot: writers go on meanwhile, and what they add stays out.
 */
export async function vacuumInto(db: Db, file: string): Promise<void> {
  await sql`vacuum into ${file}`.execute(db)
}

/** Brings the log's changes into the file itself, so that it is whole alone. Fails (SQLITE_BUSY) while others use it. */
export async function mergeWal(db: Db): Promise<void> {
  await sql`pragma busy_timeout = 0`.execute(db)
  await sql`pragma journal_mode = delete`.execute(db)
}

/** Ends every session and attempt to sign in, so that none that has ended since lives again. */
export async function deleteAllSessions(db: Db): Promise<void> {
  await sql`pragma secure_delete = on`.execute(db)
  await db.deleteFrom('sessions').execute()
  await db.deleteFrom('sign_in_attempts').execute()
}

/** Reads what a database holds. Asks only for what every version of the schema has. */
export async function readDatabaseSummary(db: Db): Promise<DatabaseSummary> {
  return {
    seasons: await listSeasons(db),
    managers: await count(db, 'managers'),
    lineups: await count(db, 'lineups'),
    leagues: await count(db, 'leagues'),
    articles: await count(db, 'articles'),
    images: await count(db, 'images'),
    lastSaveAt: await findLastSaveAt(db),
  }
}

async function count(
  db: Db,
  table: 'managers' | 'lineups' | 'leagues' | 'articles' | 'images',
): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select((all) => all.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

async function findLastSaveAt(db: Db): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select max(at) as at from (select max(updated_at) as at from teams union all select max(saved_at) from lineups)
  `.execute(db)
  return rows[0]?.at ?? null
}
