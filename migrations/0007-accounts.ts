import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * What leads from a manager, a team or a receipt to everything that names it: an account is copied and deleted by
 * these, and without them SQLite would read whole tables for each row that goes (docs/decisions/0006).
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'create index leagues_of_owner on leagues (owner_id)',
  'create index images_of_uploader on images (uploaded_by) where uploaded_by is not null',
  'create index league_events_of_actor on league_events (actor_id) where actor_id is not null',
  'create index league_events_of_subject on league_events (subject_id) where subject_id is not null',
  'create index league_removals_of_team on league_removals (team_id)',
  'create index teams_of_receipt on teams (receipt_id) where receipt_id is not null',
  'create index lineups_of_receipt on lineups (receipt_id) where receipt_id is not null',
]
