import { sql } from 'kysely'
import type { Db } from './schema.server.ts'
import { listSeasons, type SeasonRow } from './seasons/stored-season.server.ts'

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
    ) as saves) as "lastSaveAt"`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('The database counted nothing')
  return { seasons: await listSeasons(db), ...counts }
}
