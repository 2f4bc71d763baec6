import { type QueryExecutorProvider, sql } from 'kysely'
import { type Words, wordsOf } from './words.ts'

/**
 * Who asked to be told of what, what there is to tell, and every mail that goes out for it. Deleting a manager or an
 * address takes along all that waits or was sent for it (docs/decisions/0008).
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of listStatements(wordsOf(db))) await sql.raw(statement).execute(db)
}

const listStatements = ({ id, instant, lastingId, storedByKey }: Words) => [
  `create table mail_addresses (
    id ${lastingId},
    manager_id integer not null references managers(id) on delete cascade,
    address text not null,
    time_zone text,
    created_at ${instant} not null,
    confirmed_at ${instant},
    wants_season integer not null default 0 check (wants_season in (0, 1)),
    wants_reminder integer not null default 0 check (wants_reminder in (0, 1)),
    wants_results integer not null default 0 check (wants_results in (0, 1))
  )`,
  // Leads from a manager to both rows: a foreign key asks for it, and a partial index does not serve one.
  'create index mail_addresses_of_manager on mail_addresses (manager_id)',
  'create unique index one_confirmed_address on mail_addresses (manager_id) where confirmed_at is not null',
  'create unique index one_unconfirmed_address on mail_addresses (manager_id) where confirmed_at is null',

  `create table mailings (
    id ${id},
    cause text not null unique,
    kind text not null check (kind in ('season', 'reminder', 'results')),
    game_id integer not null references games(id) on delete cascade,
    round_number integer,
    hours integer,
    due_at ${instant} not null,
    cursor integer not null default 0,
    created_at ${instant} not null,
    done_at ${instant}
  )`,
  'create index mailings_of_game on mailings (game_id, kind, round_number)',
  'create index mailings_to_do on mailings (due_at) where done_at is null',

  `create table outbox (
    id ${id},
    manager_id integer not null references managers(id) on delete cascade,
    address_id integer not null references mail_addresses(id) on delete cascade,
    cause text not null,
    kind text not null check (kind in ('confirm', 'test', 'season', 'reminder', 'results')),
    game_id integer references games(id) on delete cascade,
    round_number integer,
    hours integer,
    message_id text not null,
    is_bulk integer not null check (is_bulk in (0, 1)),
    created_at ${instant} not null,
    next_try_at ${instant} not null,
    tries integer not null default 0,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
    reason text,
    sent_at ${instant},
    unique (manager_id, cause)
  )`,
  'create index outbox_of_address on outbox (address_id)',
  'create index outbox_of_game on outbox (game_id) where game_id is not null',
  `create index outbox_to_send on outbox (is_bulk, next_try_at) where state = 'waiting'`,
  'create index outbox_by_state on outbox (state, id)',

  `create table sender_lease (
    id integer primary key check (id = 1),
    holder text not null,
    expires_at ${instant} not null
  )`,

  `create table dismissed_notices (
    manager_id integer not null references managers(id) on delete cascade,
    cause text not null,
    dismissed_at ${instant} not null,
    primary key (manager_id, cause)
  )${storedByKey}`,

  // Only the demo's own letter box fills it.
  `create table demo_mails (
    id ${id},
    received_at ${instant} not null,
    subject text not null,
    sender text not null,
    recipient text not null,
    text text not null,
    html text not null,
    raw text not null
  )`,
]
