import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Each country's place in the final of the year before; null where it was not in it. Seasons that are stored already get
 * theirs when their file is loaded again.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql
    .raw('alter table entries add column previous_place integer check (previous_place > 0)')
    .execute(db)
}
