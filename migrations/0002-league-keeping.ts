import { type Kysely, sql } from 'kysely'
import { type Words, wordsOf } from './words.ts'

/** What keeping a league needs: who was removed under which link, and the log its members read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of listStatements(wordsOf(db))) await sql.raw(statement).execute(db)
}

const listStatements = ({ instant, lastingId, storedByKey }: Words) => [
  // Refused as long as the league's link is still the one of the removal (D11).
  `create table league_removals (
    league_id integer not null references leagues(id) on delete cascade,
    team_id integer not null references teams(id) on delete cascade,
    invite_secret text not null,
    removed_at ${instant} not null,
    primary key (league_id, team_id)
  )${storedByKey}`,

  `create table league_events (
    id ${lastingId},
    league_id integer not null references leagues(id) on delete cascade,
    happened_at ${instant} not null,
    kind text not null check (kind in ('created', 'joined', 'left', 'removed', 'renamed', 'link-renewed', 'handed-over')),
    actor_id integer references teams(id) on delete set null,
    subject_id integer references teams(id) on delete set null,
    detail text
  )`,
  `create index league_events_in_order on league_events (league_id, id)`,
  // Who has been a member longest takes over from an owner who leaves.
  `create index memberships_by_joining on memberships (league_id, joined_at, team_id)`,
]
