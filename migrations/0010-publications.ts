import { type QueryExecutorProvider, sql } from 'kysely'
import { type Words, wordsOf } from './words.ts'

/**
 * What was announced is stored, what follows from it is computed in memory (docs/decisions/0002): publications with their
 * points take the place of a row for each team, round and league. The results in force become one publication.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of listStatements(wordsOf(db))) await sql.raw(statement).execute(db)
}

const listStatements = ({ instant, lastingId, storedByKey, systemTime }: Words) => [
  `create table publications (
    id ${lastingId},
    game_id integer not null references games(id),
    version integer not null check (version > 0),
    kind text not null check (kind in ('live', 'official')),
    rounds text not null,
    published_at ${instant} not null,
    published_by integer references managers(id) on delete set null,
    note text,
    last_team_id integer not null,
    last_membership_change_id integer not null,
    unique (game_id, version)
  )`,
  `create table publication_points (
    publication_id integer not null references publications(id),
    round_number integer not null,
    entry_id integer not null references entries(id),
    points integer not null check (points between 0 and 9999),
    primary key (publication_id, round_number, entry_id)
  )${storedByKey}`,
  `create index publications_of_publisher on publications (published_by) where published_by is not null`,

  // Who came into a league and who went, in order: a member list that is held in memory follows by it.
  `create table membership_changes (
    id ${lastingId},
    league_id integer not null references leagues(id) on delete cascade,
    team_id integer not null references teams(id) on delete cascade,
    change integer not null check (change in (-1, 1))
  )`,
  `create index membership_changes_of_league on membership_changes (league_id, id)`,
  `create index membership_changes_of_team on membership_changes (team_id)`,

  `alter table games add column publication_id integer references publications(id)`,
  `insert into publications
      (game_id, version, kind, rounds, published_at, note, last_team_id, last_membership_change_id)
    select g.id, 1, 'official',
      (select string_agg(cast(round_number as text), '.') from (
        select distinct round_number from generation_points p where p.generation = g.published_generation
        order by round_number) as published),
      coalesce(n.published_at, n.created_at), null, n.last_team_id, 0
    from games g join generations n on n.id = g.published_generation
    where exists (select 1 from generation_points p where p.generation = g.published_generation)`,
  `insert into publication_points (publication_id, round_number, entry_id, points)
    select u.id, p.round_number, p.entry_id, p.points
    from publications u
    join games g on g.id = u.game_id
    join generation_points p on p.generation = g.published_generation`,
  `update games set publication_id = (select id from publications where game_id = games.id)`,

  // When the automatic line-ups of a round were stored for good. Rounds that are closed already keep what is stored.
  `alter table rounds add column settled_at ${instant}`,
  // By game time: the demo has its own clock.
  `update rounds set settled_at = deadline_at
    where deadline_at <= ${systemTime} + coalesce((select offset_ms from demo_clock), 0)`,

  ...[
    'league_gaps',
    'membership_blocks',
    'league_standings',
    'team_places',
    'standings',
    'round_results',
    'generation_points',
    'computations',
  ].map((table) => `drop table ${table}`),
  `alter table games drop column published_generation`,
  `drop table generations`,
  `alter table rounds drop column compute_requested_at`,
  `alter table rounds drop column computed_at`,
  `alter table leagues drop column members_version`,
]
