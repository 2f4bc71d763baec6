import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Each entry's place in the running order of its semi-final and of the final; null while it is not drawn, and where it
 * does not sing. Seasons that are stored already get theirs when their file is loaded again.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table entries add column semi_running_order integer check (semi_running_order > 0)',
  'alter table entries add column final_running_order integer check (final_running_order > 0)',
]
