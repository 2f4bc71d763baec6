import type { Generated, Kysely, Selectable } from 'kysely'
import type { NotificationKind } from '#app/game/notification/notification.ts'
import type { EntryColumns } from './teams/entry-columns.server.ts'

/** The tables. Instants: epoch ms. Booleans: 0 or 1. Prices: tenths of a million euros. */
export interface Schema {
  games: {
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
    /** The live publication that is shown until its round is official; null without one. */
    live_publication_id: Generated<number | null>
  }

  rounds: {
    game_id: number
    round_number: number
    title: string
    kind: 'semi-final' | 'final'
    deadline_at: number
    scores_version: Generated<number>
    scores_saved_at: number | null
    /** When automatic line-ups were stored permanently, after the deadline; null before. */
    settled_at: Generated<number | null>
    /** How often the title or deadline was corrected, and when last (system clock). */
    revision: Generated<number>
    revised_at: Generated<number>
    /** How many songs of the show have begun: one more than it has when all are over. */
    songs_begun: Generated<number>
  }

  entries: {
    id: Generated<number>
    game_id: number
    code: string
    country: string
    artist: string
    song: string
    price_tenths: number
    /** Round number of its semi-final; null for a direct finalist. */
    semi_final: number | null
    /** Places in the running orders, from 1; null while not drawn, and where it does not sing. */
    semi_running_order: number | null
    final_running_order: number | null
    /** The country's place in the final of the year before, from 1; null where it was not in it. */
    previous_place: number | null
    image_url: string | null
    youtube_id: string | null
    extra_info: string | null
  }

  round_scores: {
    game_id: number
    round_number: number
    entry_id: number
    points: number
    /** When these points were entered (game time); null for those from before it was stored. */
    changed_at: Generated<number | null>
  }

  managers: {
    id: Generated<number>
    issuer: string
    subject: string
    created_at: number
    /** Null before an answer (D38). */
    hides_results: Generated<Flag | null>
    /** The newest round that they have revealed, by the year of its season; 0 for none. */
    revealed_year: Generated<number>
    revealed_round: Generated<number>
  }

  teams: EntryColumns & {
    id: Generated<number>
    game_id: number
    manager_id: number
    team_name: string
    manager_name: string
    created_at: number
    updated_at: number
    receipt_id: Generated<number | null>
  }

  lineups: EntryColumns & {
    team_id: number
    round_number: number
    is_automatic: Flag
    saved_at: number
    /** The receipt of this line-up; null when it was saved before receipts existed. */
    receipt_id: Generated<number | null>
  }

  receipts: {
    id: Generated<number>
    manager_id: number
    game_id: number
    kind: 'team' | 'line-up' | 'refit'
    /** Set in a team's receipt only. */
    team_name: string | null
    /** The rounds whose line-up was saved, as '1.2.3'; '' for none. */
    round_numbers: string
    /** The entry codes in order, as 'AT.GR.DE.NO.SM.PT'. */
    codes: string
    saved_at: number
  }

  publications: {
    id: Generated<number>
    game_id: number
    /** Counts up in each game: 1, 2, 3 … */
    version: number
    kind: 'live' | 'official'
    /** The rounds it covers, as '1.2'. */
    rounds: string
    /** Game time. */
    published_at: number
    published_by: number | null
    note: string | null
    /** The newest team, and the newest membership change, at the time of publication. */
    last_team_id: number
    last_membership_change_id: number
    /** The publication that pages showed before; null for the first. */
    replaced_id: Generated<number | null>
  }

  publication_points: { publication_id: number; round_number: number; entry_id: number; points: number }

  sessions: {
    id_hash: string
    manager_id: number
    is_admin: Flag
    roles_from: RolesSource | null
    provider_session: string | null
    id_token_sealed: string | null
    refresh_token_sealed: string | null
    created_at: number
    last_seen_at: number
    /** When the session is due for renewal at the provider; unchanged while that fails. Null: never. */
    renew_at: number | null
    renewal_failing_since: number | null
    /** Until then another request renews the session, or has just failed to. */
    renewal_lease_until: Generated<number>
  }

  sign_in_attempts: { state_hash: string; redirect_to: string; created_at: number }

  logout_tokens_seen: { token_hash: string; expires_at: number }

  leagues: {
    id: Generated<number>
    game_id: number
    owner_id: number
    league_name: string
    invite_secret: string
    member_count: Generated<number>
    created_at: number
  }

  memberships: { league_id: number; team_id: number; joined_at: number }

  /** A join (1) or leave (-1), in chronological order. */
  membership_changes: { id: Generated<number>; league_id: number; team_id: number; change: 1 | -1 }

  league_removals: {
    league_id: number
    team_id: number
    /** The link at the time of the removal: it is refused for this team while it is valid (D11). */
    invite_secret: string
    removed_at: number
  }

  /** The link of a league's screen; a league without a row has none. */
  league_screens: {
    league_id: number
    secret: string
    /** Whether the screen shows the league's invite as a QR code. */
    shows_invite: Generated<Flag>
    made_at: number
  }

  league_events: {
    id: Generated<number>
    league_id: number
    happened_at: number
    kind: 'created' | 'joined' | 'left' | 'removed' | 'renamed' | 'link-renewed' | 'handed-over'
    /** Teams, so that the log shows the names that the league knows. */
    actor_id: number | null
    subject_id: number | null
    detail: string | null
  }

  articles: {
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

  images: {
    name: string
    content_type: 'image/webp'
    bytes: Uint8Array
    width: number
    height: number
    uploaded_by: number | null
    created_at: number
  }

  sent_forms: { form_key: string; made_id: number; sent_at: number }

  versions: { topic: 'news' | 'game' | 'ranking'; n: number }

  /**
   * At most one confirmed and one unconfirmed row per manager. A changed address is a new row, so that old links become
   * invalid.
   */
  mail_addresses: {
    id: Generated<number>
    manager_id: number
    address: string
    /** An IANA name from the manager's browser; null where it sent none. */
    time_zone: string | null
    /** System clock, like `confirmed_at`. */
    created_at: number
    confirmed_at: number | null
    wants_season: Generated<Flag>
    wants_reminder: Generated<Flag>
    wants_results: Generated<Flag>
  }

  /** A message to many managers. A cursor tracks its progress, some hundred managers at a time. */
  mailings: {
    id: Generated<number>
    /** The `causeName`. */
    cause: string
    kind: NotificationKind
    game_id: number
    round_number: number | null
    /** For a reminder: hours before the deadline. */
    hours: number | null
    /** Game time; 0 is at once. */
    due_at: number
    /** The managers up to this id have their mail in the outbox; 0 before it begins. */
    cursor: Generated<number>
    /** System clock, like `done_at`. */
    created_at: number
    done_at: number | null
  }

  /** A mail to one manager, without text and address: both are determined when it is sent. */
  outbox: {
    id: Generated<number>
    manager_id: number
    address_id: number
    /** A `causeName`, 'confirm:<address id>' or 'test:<uuid>'. A manager gets one mail of each. */
    cause: string
    kind: 'confirm' | 'test' | NotificationKind
    game_id: number | null
    round_number: number | null
    hours: number | null
    /** The local part of the Message-ID: the same for every try, so that mail programs recognise duplicates. */
    message_id: string
    /** Part of a mailing: sent after the mails that a person is waiting for. */
    is_bulk: Flag
    /** System clock, like `next_try_at` and `sent_at`. */
    created_at: number
    next_try_at: number
    /** Counted before each try. */
    tries: Generated<number>
    state: Generated<'waiting' | 'sent' | 'failed' | 'dropped'>
    /** Why it is not sent yet, was given up or dropped: our own text, never an address. */
    reason: string | null
    sent_at: number | null
  }

  /** The process that sends mails, and until when (system clock). */
  sender_lease: { id: 1; holder: string; expires_at: number }

  /** Notices that a manager dismissed on the site. */
  dismissed_notices: {
    manager_id: number
    /** The `causeName`. */
    cause: string
    /** System clock. */
    dismissed_at: number
  }

  demo_clock: { id: 1; offset_ms: number }

  /** Mails that the demo's mail server received. `raw`: the unparsed message. */
  demo_mails: {
    id: Generated<number>
    received_at: number
    subject: string
    sender: string
    recipient: string
    text: string
    html: string
    raw: string
  }
}

/** A connection or a transaction: every data function takes one as its first argument. */
export type Db = Kysely<Schema>

/** A stored row of a table. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>

type Flag = 0 | 1

/** What had the roles of a session (D25). */
export type RolesSource = 'id_token' | 'access_token' | 'userinfo'

export function toFlag(isOn: boolean): Flag {
  return isOn ? 1 : 0
}
