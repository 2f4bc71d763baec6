import { type Kysely, sql } from 'kysely'

/**
 * Movement since the previous computed round: a generation names that round, and a league's table keeps the rank
 * its members had among themselves after it. The global one is in round_results already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generations add column previous_round integer`.execute(db)
  await sql`alter table league_standings add column previous_rank integer`.execute(db)
}
