import { type Kysely, sql } from 'kysely'
import { type Words, wordsOf } from './words.ts'

/**
 * The whole first schema. Instants are epoch milliseconds, booleans 0 or 1, prices tenths of a million
 * euros, scores hundredths of a point. Tables named in docs/decisions/0002 carry a generation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of listStatements(wordsOf(db))) await sql.raw(statement).execute(db)
}

const entryColumns = ['entry_1', 'entry_2', 'entry_3', 'entry_4', 'entry_5', 'entry_6']
const entryColumnsSql = entryColumns
  .map((column) => `${column} integer not null references entries(id)`)
  .join(',\n    ')

const listStatements = ({ bytes, id, instant, isDate, lastingId, storedByKey }: Words) => [
  `create table games (
    id ${id},
    year integer not null unique,
    host_city text not null,
    host_country text not null,
    time_zone text not null,
    lineup_percentages text not null,
    budget_tenths integer not null check (budget_tenths > 0),
    team_size integer not null check (team_size = 6),
    league_limit integer not null check (league_limit > 0),
    concluded_at ${instant} not null,
    is_active integer not null default 0 check (is_active in (0, 1)),
    team_count integer not null default 0 check (team_count >= 0),
    league_count integer not null default 0 check (league_count >= 0),
    published_generation integer
  )`,
  `create unique index games_one_active on games (is_active) where is_active = 1`,

  `create table rounds (
    game_id integer not null references games(id),
    round_number integer not null check (round_number > 0),
    title text not null,
    kind text not null check (kind in ('semi-final', 'final')),
    deadline_at ${instant} not null,
    scores_version integer not null default 0,
    scores_saved_at ${instant},
    compute_requested_at ${instant},
    computed_at ${instant},
    primary key (game_id, round_number)
  )`,

  `create table entries (
    id ${lastingId},
    game_id integer not null references games(id),
    code text not null check (length(code) = 2),
    country text not null,
    artist text not null,
    song text not null,
    price_tenths integer not null check (price_tenths > 0),
    semi_final integer,
    image_url text,
    youtube_id text,
    extra_info text,
    unique (game_id, code)
  )`,
  `create index entries_by_country on entries (game_id, country, code, id)`,

  `create table round_scores (
    game_id integer not null,
    round_number integer not null,
    entry_id integer not null references entries(id),
    points integer not null check (points between 0 and 9999),
    primary key (game_id, round_number, entry_id),
    foreign key (game_id, round_number) references rounds(game_id, round_number)
  )`,

  `create table managers (
    id ${lastingId},
    issuer text not null,
    subject text not null,
    created_at ${instant} not null,
    unique (issuer, subject)
  )`,

  `create table teams (
    id ${lastingId},
    game_id integer not null references games(id),
    manager_id integer not null references managers(id),
    team_name text not null,
    manager_name text not null,
    ${entryColumnsSql},
    created_at ${instant} not null,
    updated_at ${instant} not null,
    unique (manager_id, game_id)
  )`,
  // Joining order of one game, with what a ranking row shows: the list before the first computation.
  `create index teams_in_joining_order on teams (game_id, id, team_name)`,

  `create table lineups (
    team_id integer not null references teams(id) on delete cascade,
    round_number integer not null,
    ${entryColumnsSql},
    is_automatic integer not null check (is_automatic in (0, 1)),
    saved_at ${instant} not null,
    primary key (team_id, round_number)
  )${storedByKey}`,

  `create table generations (
    id ${lastingId},
    game_id integer not null references games(id),
    created_at ${instant} not null,
    last_team_id integer not null,
    ranked_teams integer not null,
    computed_rounds integer not null,
    published_at ${instant}
  )`,
  `create index generations_of_game on generations (game_id, id)`,
  // The points a generation was computed from: a correction that waits for its computation shows nowhere.
  `create table generation_points (
    generation integer not null references generations(id),
    round_number integer not null,
    entry_id integer not null references entries(id),
    points integer not null,
    primary key (generation, round_number, entry_id)
  )${storedByKey}`,

  `create table round_results (
    generation integer not null,
    team_id integer not null,
    round_number integer not null,
    score_hundredths integer not null,
    round_rank integer not null,
    total_hundredths integer not null,
    rank integer not null,
    primary key (generation, round_number, team_id)
  )${storedByKey}`,

  `create table standings (
    generation integer not null,
    position integer not null,
    team_id integer not null,
    rank integer not null,
    tied integer not null,
    total_hundredths integer not null,
    primary key (generation, position)
  )${storedByKey}`,
  `create unique index standing_of_team on standings (generation, team_id)`,

  `create table league_standings (
    generation integer not null,
    league_id integer not null,
    position integer not null,
    team_id integer not null,
    rank integer not null,
    tied integer not null,
    total_hundredths integer not null,
    primary key (generation, league_id, position)
  )${storedByKey}`,
  `create unique index league_standing_of_team on league_standings (generation, league_id, team_id)`,

  `create table computations (
    id ${lastingId},
    game_id integer not null references games(id),
    state text not null check (state in ('queued', 'running', 'done', 'failed')),
    round_number integer,
    requested_at ${instant} not null,
    heartbeat_at ${instant} not null,
    finished_at ${instant},
    steps_done integer not null default 0,
    steps_total integer not null default 0,
    problem text
  )`,
  `create unique index computations_one_queued on computations (game_id) where state = 'queued'`,
  `create unique index computations_one_running on computations (game_id) where state = 'running'`,
  `create index computations_of_game on computations (game_id, id)`,

  `create table sessions (
    id_hash text primary key,
    manager_id integer not null references managers(id) on delete cascade,
    is_admin integer not null check (is_admin in (0, 1)),
    provider_session text,
    id_token_sealed text,
    refresh_token_sealed text,
    created_at ${instant} not null,
    last_seen_at ${instant} not null,
    renew_at ${instant},
    renewal_failing_since ${instant},
    renewal_lease_until ${instant} not null default 0
  )${storedByKey}`,
  `create index sessions_of_manager on sessions (manager_id)`,
  `create index sessions_of_provider_session on sessions (provider_session) where provider_session is not null`,
  `create index sessions_by_age on sessions (last_seen_at)`,

  `create table sign_in_attempts (
    state_hash text primary key,
    redirect_to text not null,
    created_at ${instant} not null
  )${storedByKey}`,
  `create index sign_in_attempts_by_age on sign_in_attempts (created_at)`,

  `create table logout_tokens_seen (
    token_hash text primary key,
    expires_at ${instant} not null
  )${storedByKey}`,

  `create table leagues (
    id ${lastingId},
    game_id integer not null references games(id),
    owner_id integer not null references managers(id),
    league_name text not null,
    invite_secret text not null unique,
    member_count integer not null default 0 check (member_count >= 0),
    members_version integer not null default 0,
    created_at ${instant} not null
  )`,
  `create index leagues_of_game on leagues (game_id, id)`,

  `create table memberships (
    league_id integer not null references leagues(id) on delete cascade,
    team_id integer not null references teams(id) on delete cascade,
    joined_at ${instant} not null,
    primary key (league_id, team_id)
  )${storedByKey}`,
  `create index memberships_of_team on memberships (team_id, joined_at, league_id)`,

  `create table articles (
    id ${lastingId},
    title text not null,
    slug text not null,
    summary text not null,
    content_html text not null,
    sanitiser_version integer not null,
    image_url text,
    image_credit text,
    country_code text,
    publish_date text not null check (${isDate('publish_date')}),
    category text not null check (category in ('COMPETITION', 'FANTASY_GAME', 'OTHER')),
    created_at ${instant} not null,
    updated_at ${instant} not null
  )`,
  `create index articles_newest_first
    on articles (publish_date desc, id desc, title, slug, summary, category, image_url, country_code)`,

  `create table images (
    name text primary key,
    content_type text not null check (content_type in ('image/webp')),
    bytes ${bytes} not null,
    width integer not null,
    height integer not null,
    uploaded_by integer references managers(id) on delete set null,
    created_at ${instant} not null
  )`,

  `create table versions (
    topic text primary key check (topic in ('news', 'game', 'ranking')),
    n integer not null
  )${storedByKey}`,
  `insert into versions (topic, n) values ('news', 0), ('game', 0), ('ranking', 0)`,

  // Only the demo writes here: how far game time stands from the system clock (D13, F3).
  `create table demo_clock (
    id integer primary key check (id = 1),
    offset_ms ${instant} not null
  )`,
]
