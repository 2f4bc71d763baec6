import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * The publication that pages showed before each one: versions do not tell, because they count on when the demo's clock goes back.
 * For those from before this it is the one with the version before.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table publications add column replaced_id integer references publications(id)',
  `update publications set replaced_id = (select earlier.id from publications earlier
    where earlier.game_id = publications.game_id and earlier.version = publications.version - 1)`,
]
