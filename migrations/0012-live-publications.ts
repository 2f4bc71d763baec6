import { type QueryExecutorProvider, sql } from 'kysely'

/** The live publication of a season that is shown until the official one of its round replaces it; null without one. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(statement).execute(db)
}

const statement = 'alter table games add column live_publication_id integer references publications(id)'
