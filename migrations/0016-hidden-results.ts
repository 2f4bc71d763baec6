import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Whether a manager hides results until they open them: null before an answer. Then the newest round that they have
 * revealed, by the year of its season; 0 for none.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table managers add column hides_results integer check (hides_results in (0, 1))',
  'alter table managers add column revealed_year integer not null default 0',
  'alter table managers add column revealed_round integer not null default 0',
]
