import { type Selectable, sql } from 'kysely'
import type { NotificationChoices, NotificationKind } from '#app/game/notification/notification.ts'
import type { Db, Flag, MailAddressesTable } from '#db/schema.server.ts'

/** An e-mail address of a manager. Instants: epoch ms of the system clock. */
export interface MailAddress {
  id: number
  managerId: number
  address: string
  /** An IANA name; null where the browser told none. */
  timeZone: string | null
  createdAt: number
  /** Null while it waits for its confirmation. */
  confirmedAt: number | null
  choices: NotificationChoices
}

/** The manager's addresses: the confirmed one and the one that waits for its confirmation, where there are any. */
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

/** One address; undefined once it is changed or removed. */
export async function findMailAddress(db: Db, id: number): Promise<MailAddress | undefined> {
  const row = await db.selectFrom('mail_addresses').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAddress(row)
}

/** Stores an address that waits for its confirmation, and tells its id. None of the manager's may wait already. */
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

/** Confirms an address with what its owner is told from now on. The one confirmed before must be gone. */
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

/** Stores what a manager wants to be told. False without a confirmed address. */
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

/** Ends one kind of notice for an address. */
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

/** Notes the zone that the manager's times are written in; null for the host city's. Writes only what is new. */
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

/** Deletes all addresses of a manager with their mails; with `isWaiting` only the one that waits. */
export async function deleteMailAddresses(
  db: Db,
  { managerId, isWaiting = false }: { managerId: number; isWaiting?: boolean },
): Promise<void> {
  const addressesOfManager = db.deleteFrom('mail_addresses').where('manager_id', '=', managerId)
  await (isWaiting ? addressesOfManager.where('confirmed_at', 'is', null) : addressesOfManager).execute()
}

/**
 * Leaves out the ids that may have been given since a backup was made: links of mails name an address by its id, and
 * an id that was given twice would let one person's link act on another's address.
 */
export async function skipAddressIds(db: Db): Promise<void> {
  await sql`insert into sqlite_sequence (name, seq) select 'mail_addresses', 0
    where not exists (select 1 from sqlite_sequence where name = 'mail_addresses')`.execute(db)
  await sql`update sqlite_sequence set seq = seq + 1000000 where name = 'mail_addresses'`.execute(db)
}

/** Counts the time in which an address has to be confirmed from now on: its owner was asked again. */
export async function updateConfirmationRequested(
  db: Db,
  { id, now }: { id: number; now: number },
): Promise<void> {
  await db.updateTable('mail_addresses').set({ created_at: now }).where('id', '=', id).execute()
}

/** Whether an address waits that nobody confirmed since `before` (epoch ms). */
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

/** Forgets the addresses that nobody confirmed since `before` (epoch ms). */
export async function deleteUnconfirmed(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('mail_addresses')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .execute()
}

/** When a mail that asks for the confirmation of an address was last asked for; undefined when none was. */
export async function findLastConfirmation(db: Db, addressId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select((outbox) => outbox.fn.max('created_at').as('createdAt'))
    .where('address_id', '=', addressId)
    .where('kind', '=', 'confirm')
    .executeTakeFirst()
  return row?.createdAt ?? undefined
}

/** Takes back the mails for a confirmation that have not gone out, because another one is to go in their place. */
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
