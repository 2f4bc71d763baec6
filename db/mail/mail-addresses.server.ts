import { engineOf } from '#db/engine.server.ts'
import { type Db, type Row, toFlag } from '#db/schema.server.ts'

/** An e-mail address of a manager. Instants: epoch ms of the system clock. */
type MailAddress = ReturnType<typeof toAddress>

const addressColumns = [
  'id',
  'manager_id',
  'address',
  'time_zone',
  'created_at',
  'confirmed_at',
  'wants_season',
  'wants_reminder',
  'wants_results',
] as const

/** The manager's confirmed and unconfirmed address, where they exist. */
export async function findMailAddresses(db: Db, managerId: number) {
  const rows = db.selectFrom('mail_addresses').select(addressColumns).where('manager_id', '=', managerId)
  const addresses = (await rows.orderBy('id').execute()).map(toAddress)
  return {
    confirmed: addresses.find(({ confirmedAt }) => confirmedAt !== null),
    waiting: addresses.find(({ confirmedAt }) => confirmedAt === null),
  }
}

/** An address by id; undefined after it was changed or removed. */
export async function findMailAddress(db: Db, id: number): Promise<MailAddress | undefined> {
  const row = await db
    .selectFrom('mail_addresses')
    .select(addressColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toAddress(row)
}

/** Inserts an unconfirmed address and returns its id. The manager must not have one already. */
export async function insertMailAddress(
  db: Db,
  address: Pick<MailAddress, 'managerId' | 'address' | 'timeZone'> & { now: number },
): Promise<number> {
  const { id } = await db
    .insertInto('mail_addresses')
    .values({
      manager_id: address.managerId,
      address: address.address,
      time_zone: address.timeZone,
      created_at: address.now,
      confirmed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Confirms an address, restarts its time to be confirmed, or updates which notices its manager wants. A previously
 * confirmed address must be deleted before.
 */
export async function updateMailAddress(
  db: Db,
  id: number,
  { createdAt, confirmedAt, choices }: Partial<Pick<MailAddress, 'createdAt' | 'confirmedAt' | 'choices'>>,
): Promise<void> {
  const wanted = choices && {
    wants_season: toFlag(choices.season),
    wants_reminder: toFlag(choices.reminder),
    wants_results: toFlag(choices.results),
  }
  await db
    .updateTable('mail_addresses')
    .set({ created_at: createdAt, confirmed_at: confirmedAt, ...wanted })
    .where('id', '=', id)
    .execute()
}

/**
 * Updates the manager's time zone; null for the host city's. Reads first whether an address has another one: also a write that
 * changes nothing would wait for the saves of others.
 */
export async function updateTimeZone(
  db: Db,
  { managerId, timeZone }: { managerId: number; timeZone: string | null },
): Promise<void> {
  const others = await db
    .selectFrom('mail_addresses')
    .select('id')
    .where('manager_id', '=', managerId)
    .where('time_zone', 'is distinct from', timeZone)
    .execute()
  if (others.length === 0) return
  await db
    .updateTable('mail_addresses')
    .set({ time_zone: timeZone })
    .where('manager_id', '=', managerId)
    .execute()
}

/** Deletes one address with its mails. */
export async function deleteMailAddress(db: Db, id: number): Promise<void> {
  await db.deleteFrom('mail_addresses').where('id', '=', id).execute()
}

/**
 * Skips the ids that may have been assigned since a backup was made: links in mails name an address by its id, and
 * with a reused id one person's link would act on another's address.
 */
export async function skipAddressIds(db: Db): Promise<void> {
  await engineOf(db).skipIds(db, 'mail_addresses', 1_000_000)
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

function toAddress(row: Row<'mail_addresses'>) {
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
