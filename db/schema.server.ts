import type { Generated, Insertable, Kysely } from 'kysely'
import type { NotificationKind } from '#app/game/notification/notification.ts'
import type { EntryColumns } from './teams/entry-columns.server.ts'

/** One interface per table. Instants: epoch ms. Booleans: 0 or 1. Prices: tenths of a million euros. */
export interface Schema {
  games: GamesTable
  rounds: RoundsTable
  entries: EntriesTable
  round_scores: RoundScoresTable
  managers: ManagersTable
  teams: TeamsTable
  lineups: LineupsTable
  receipts: ReceiptsTable
  publications: PublicationsTable
  publication_points: PublicationPointsTable
  sessions: SessionsTable
  sign_in_attempts: SignInAttemptsTable
  logout_tokens_seen: LogoutTokensSeenTable
  leagues: LeaguesTable
  memberships: MembershipsTable
  membership_changes: MembershipChangesTable
  league_removals: LeagueRemovalsTable
  league_events: LeagueEventsTable
  articles: ArticlesTable
  images: ImagesTable
  sent_forms: SentFormsTable
  versions: VersionsTable
  mail_addresses: MailAddressesTable
  mailings: MailingsTable
  outbox: OutboxTable
  sender_lease: SenderLeaseTable
  dismissed_notices: DismissedNoticesTable
  demo_clock: DemoClockTable
  demo_mails: DemoMailsTable
}

/** A connection or a transaction: every data function takes one first and never imports it. */
export type Db = Kysely<Schema>

export type Flag = 0 | 1

export interface GamesTable {
  id: Generated<number>
  year: number
  host_city: string
  host_country: string
  time_zone: string
  lineup_percentages: string
  budget_tenths: number
  team_size: number
  league_limit: number
  concluded_at: number
  is_active: Generated<Flag>
  team_count: Generated<number>
  league_count: Generated<number>
  /** The publication in force; null before the first. */
  publication_id: Generated<number | null>
}

interface RoundsTable {
  game_id: number
  round_number: number
  title: string
  kind: 'semi-final' | 'final'
  deadline_at: number
  scores_version: Generated<number>
  scores_saved_at: number | null
  /** When automatic line-ups were stored for good, after the deadline; null before. */
  settled_at: Generated<number | null>
  /** How often its title or deadline was corrected, and when they were last new (system clock). */
  revision: Generated<number>
  revised_at: Generated<number>
}

interface EntriesTable {
  id: Generated<number>
  game_id: number
  code: string
  country: string
  artist: string
  song: string
  price_tenths: number
  semi_final: number | null
  image_url: string | null
  youtube_id: string | null
  extra_info: string | null
}

interface RoundScoresTable {
  game_id: number
  round_number: number
  entry_id: number
  points: number
}

interface ManagersTable {
  id: Generated<number>
  issuer: string
  subject: string
  created_at: number
}

export interface TeamsTable extends EntryColumns {
  id: Generated<number>
  game_id: number
  manager_id: number
  team_name: string
  manager_name: string
  created_at: number
  updated_at: number
  receipt_id: Generated<number | null>
}

export interface LineupsTable extends EntryColumns {
  team_id: number
  round_number: number
  is_automatic: Flag
  saved_at: number
  /** The receipt that tells of this order; null when it was saved before there were any. */
  receipt_id: Generated<number | null>
}

export interface ReceiptsTable {
  id: Generated<number>
  manager_id: number
  game_id: number
  kind: 'team' | 'line-up' | 'refit'
  /** Of a team's receipt only. */
  team_name: string | null
  /** The rounds whose line-up it set, as '1.2.3'; '' when it set none. */
  round_numbers: string
  /** The countries in order, as 'AT.GR.DE.NO.SM.PT'. */
  codes: string
  saved_at: number
}

export interface PublicationsTable {
  id: Generated<number>
  game_id: number
  /** Counts per game: 1, 2, 3 … */
  version: number
  kind: 'live' | 'official'
  /** The rounds it covers, as '1.2'. */
  rounds: string
  /** Game time. */
  published_at: number
  published_by: number | null
  note: string | null
  /** The newest team, and the newest change of a league's members, when it was published. */
  last_team_id: number
  last_membership_change_id: number
}

interface PublicationPointsTable {
  publication_id: number
  round_number: number
  entry_id: number
  points: number
}

interface SessionsTable {
  id_hash: string
  manager_id: number
  is_admin: Flag
  provider_session: string | null
  id_token_sealed: string | null
  refresh_token_sealed: string | null
  created_at: number
  last_seen_at: number
  renew_at: number | null
  renewal_failing_since: number | null
  renewal_lease_until: Generated<number>
}

interface SignInAttemptsTable {
  state_hash: string
  redirect_to: string
  created_at: number
}

interface LogoutTokensSeenTable {
  token_hash: string
  expires_at: number
}

interface LeaguesTable {
  id: Generated<number>
  game_id: number
  owner_id: number
  league_name: string
  invite_secret: string
  member_count: Generated<number>
  created_at: number
}

interface MembershipsTable {
  league_id: number
  team_id: number
  joined_at: number
}

/** One join (1) or leave (-1), in order of happening. */
interface MembershipChangesTable {
  id: Generated<number>
  league_id: number
  team_id: number
  change: 1 | -1
}

interface LeagueRemovalsTable {
  league_id: number
  team_id: number
  /** The link in force when the team was removed: it is refused while that link lives (D11). */
  invite_secret: string
  removed_at: number
}

export interface LeagueEventsTable {
  id: Generated<number>
  league_id: number
  happened_at: number
  kind: 'created' | 'joined' | 'left' | 'removed' | 'renamed' | 'link-renewed' | 'handed-over'
  /** Teams, so that the log names people as the league knows them. */
  actor_id: number | null
  subject_id: number | null
  detail: string | null
}

interface ArticlesTable {
  id: Generated<number>
  title: string
  slug: string
  summary: string
  content_html: string
  sanitiser_version: number
  image_url: string | null
  image_credit: string | null
  country_code: string | null
  publish_date: string
  category: 'COMPETITION' | 'FANTASY_GAME' | 'OTHER'
  created_at: number
  updated_at: number
}

interface SentFormsTable {
  form_key: string
  made_id: number
  sent_at: number
}

interface ImagesTable {
  name: string
  content_type: 'image/webp'
  bytes: Uint8Array
  width: number
  height: number
  uploaded_by: number | null
  created_at: number
}

export interface VersionsTable {
  topic: 'news' | 'game' | 'ranking'
  n: number
}

/** At most one confirmed and one unconfirmed row a manager. A changed address is a new row, so that old links die. */
export interface MailAddressesTable {
  id: Generated<number>
  manager_id: number
  address: string
  /** An IANA name, told by the manager's browser; null where none was told. */
  time_zone: string | null
  /** System clock, like `confirmed_at`. */
  created_at: number
  confirmed_at: number | null
  wants_season: Generated<Flag>
  wants_reminder: Generated<Flag>
  wants_results: Generated<Flag>
}

/** One row for each thing that is told to many: who is told is worked off by a cursor, some hundred at a time. */
export interface MailingsTable {
  id: Generated<number>
  /** Its `causeName`. */
  cause: string
  kind: NotificationKind
  game_id: number
  round_number: number | null
  /** Of a reminder: how long before the deadline. */
  hours: number | null
  /** Game time; 0 is at once. */
  due_at: number
  /** The managers up to this id have their mail; 0 while it has not begun. */
  cursor: Generated<number>
  /** System clock, like `done_at`. */
  created_at: number
  done_at: number | null
}

/** A mail to one manager: neither text nor address, which are looked up when it is sent. */
export interface OutboxTable {
  id: Generated<number>
  manager_id: number
  address_id: number
  /** A `causeName`, 'confirm:<address id>' or 'test:<uuid>'. A manager hears of each once. */
  cause: string
  kind: 'confirm' | 'test' | NotificationKind
  game_id: number | null
  round_number: number | null
  hours: number | null
  /** Its part before the @: the same for every try, so that a mail program shows a second copy once. */
  message_id: string
  /** Goes to many: it waits for those that somebody waits for. */
  is_bulk: Flag
  /** System clock, like `next_try_at` and `sent_at`. */
  created_at: number
  next_try_at: number
  /** Counted before each try. */
  tries: Generated<number>
  state: Generated<'waiting' | 'sent' | 'failed' | 'dropped'>
  /** Why it was not sent yet, given up or left out: our own words, never an address. */
  reason: string | null
  sent_at: number | null
}

/** Which process sends mails, until when (system clock). */
interface SenderLeaseTable {
  id: 1
  holder: string
  expires_at: number
}

/** What a manager was shown on the site and has put away. */
interface DismissedNoticesTable {
  manager_id: number
  /** Its `causeName`. */
  cause: string
  /** System clock. */
  dismissed_at: number
}

/** What the demo's own mail server received. `raw`: as it came over the wire. */
export interface DemoMailsTable {
  id: Generated<number>
  received_at: number
  subject: string
  sender: string
  recipient: string
  text: string
  html: string
  raw: string
}

interface DemoClockTable {
  id: 1
  offset_ms: number
}

export type NewSession = Insertable<SessionsTable>
