import { type Selectable, sql } from 'kysely'
import type { NotificationChoices, NotificationKind } from '#app/game/notification/notification.ts'
import type { Db, Flag, MailAddressesTable } from '#db/schema.server.ts'

/** An e-mail address of a manager. Instants: epoch ms of the system clock. */
export interface MailAddress {
  id: number
  managerId: number
  address: string
  /** An IANA name; null where the browser sent none. */
  timeZone: string | null
  createdAt: number
  /** Null until it is confirmed. */
  confirmedAt: number | null
  choices: NotificationChoices
}

/** The manager's confirmed and unconfirmed address, where they exist. */
export async function findMailAddresses(
  db: Db,
  managerId: number,
): Promise<{ confirmed: MailAddress | undefined; waiting: MailAddress | undefined }> {
  const rows = await addressesOf(db, { managerId })
  const addresses = rows.map(toAddress)
  return {
    confirmed: addresses.find(({ confirmedAt }) => confirmedAt !== null),
    waiting: addresses.find(({ confirmedAt }) => confirmedAt === null),
  }
}

const addressesOf = (db: Db, values: { managerId: number }) =>
  db
    .selectFrom('mail_addresses')
    .selectAll()
    .where('manager_id', '=', values.managerId)
    .orderBy('id')
    .execute()

/** An address by id; undefined after it was changed or removed. */
export async function findMailAddress(db: Db, id: number): Promise<MailAddress | undefined> {
  const row = await db.selectFrom('mail_addresses').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAddress(row)
}

/** Inserts an unconfirmed address and returns its id. The manager must not have one already. */
export async function insertMailAddress(
  db: Db,
  {
    managerId,
    address,
    timeZone,
    now,
  }: Pick<MailAddress, 'managerId' | 'address' | 'timeZone'> & { now: number },
): Promise<number> {
  const row = await db
    .insertInto('mail_addresses')
    .values({ manager_id: managerId, address, time_zone: timeZone, created_at: now, confirmed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Confirms an address, with the manager's choice of notices. The previously confirmed one must be deleted before. */
export async function updateAddressConfirmed(
  db: Db,
  { id, choices, now }: { id: number; choices: NotificationChoices; now: number },
): Promise<void> {
  await db
    .updateTable('mail_addresses')
    .set({ confirmed_at: now, ...toColumns(choices) })
    .where('id', '=', id)
    .execute()
}

/** Updates which notices a manager wants. False without a confirmed address. */
export async function updateChoices(
  db: Db,
  { managerId, choices }: { managerId: number; choices: NotificationChoices },
): Promise<boolean> {
  const result = await db
    .updateTable('mail_addresses')
    .set(toColumns(choices))
    .where('manager_id', '=', managerId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function updateChoiceOff(
  db: Db,
  { id, kind }: { id: number; kind: NotificationKind },
): Promise<void> {
  await db
    .updateTable('mail_addresses')
    .set({ [columns[kind]]: 0 })
    .where('id', '=', id)
    .execute()
}

/** Updates the manager's time zone; null for the host city's. Writes only a change. */
export async function updateTimeZone(
  db: Db,
  { managerId, timeZone }: { managerId: number; timeZone: string | null },
): Promise<void> {
  await db
    .updateTable('mail_addresses')
    .set({ time_zone: timeZone })
    .where('manager_id', '=', managerId)
    .where('time_zone', 'is distinct from', timeZone)
    .execute()
}

/** Deletes one address with its mails. */
export async function deleteMailAddress(db: Db, id: number): Promise<void> {
  await db.deleteFrom('mail_addresses').where('id', '=', id).execute()
}

/** Deletes all addresses of a manager with their mails; with `isWaiting` only the unconfirmed one. */
export async function deleteMailAddresses(
  db: Db,
  { managerId, isWaiting = false }: { managerId: number; isWaiting?: boolean },
): Promise<void> {
  const addressesOfManager = db.deleteFrom('mail_addresses').where('manager_id', '=', managerId)
  await (isWaiting ? addressesOfManager.where('confirmed_at', 'is', null) : addressesOfManager).execute()
}

/**
 * Skips the ids that may have been assigned since a backup was made: links in mails name an address by its id, and
 * with a reused id one person's link would act on another's address.
 */
export async function skipAddressIds(db: Db): Promise<void> {
  await sql`insert into sqlite_sequence (name, seq) select 'mail_addresses', 0
    where not exists (select 1 from sqlite_sequence where name = 'mail_addresses')`.execute(db)
  await sql`update sqlite_sequence set seq = seq + 1000000 where name = 'mail_addresses'`.execute(db)
}

/** Restarts the time to confirm an address, after another confirmation mail was requested. */
export async function updateConfirmationRequested(
  db: Db,
  { id, now }: { id: number; now: number },
): Promise<void> {
  await db.updateTable('mail_addresses').set({ created_at: now }).where('id', '=', id).execute()
}

/** Whether an address has been unconfirmed since `before` (epoch ms). */
export async function hasUnconfirmed(db: Db, before: number): Promise<boolean> {
  const row = await db
    .selectFrom('mail_addresses')
    .select('id')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the addresses that have been unconfirmed since `before` (epoch ms). */
export async function deleteUnconfirmed(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('mail_addresses')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .execute()
}

/** When the last confirmation mail of an address was requested; undefined when none was. */
export async function findLastConfirmation(db: Db, addressId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select((outbox) => outbox.fn.max('created_at').as('createdAt'))
    .where('address_id', '=', addressId)
    .where('kind', '=', 'confirm')
    .executeTakeFirst()
  return row?.createdAt ?? undefined
}

/** Deletes the confirmation mails that are not sent yet, because another one replaces them. */
export async function deleteWaitingConfirmations(db: Db, addressId: number): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('address_id', '=', addressId)
    .where('kind', '=', 'confirm')
    .where('state', '=', 'waiting')
    .execute()
}

const columns = {
  season: 'wants_season',
  reminder: 'wants_reminder',
  results: 'wants_results',
} as const

function toColumns({ season, reminder, results }: NotificationChoices) {
  return { wants_season: toFlag(season), wants_reminder: toFlag(reminder), wants_results: toFlag(results) }
}

function toFlag(isOn: boolean): Flag {
  return isOn ? 1 : 0
}

function toAddress(row: Selectable<MailAddressesTable>): MailAddress {
  return {
    id: row.id,
    managerId: row.manager_id,
    address: row.address,
    timeZone: row.time_zone,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
    choices: {
      season: row.wants_season === 1,
      reminder: row.wants_reminder === 1,
      results: row.wants_results === 1,
    },
  }
}
