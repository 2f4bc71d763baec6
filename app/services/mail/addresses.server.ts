import { waitingLifeMs } from '#app/game/notification/mail-address.ts'
import {
  defaultNotificationChoices,
  type NotificationChoices,
  type NotificationKind,
} from '#app/game/notification/notification.ts'
import { findManager } from '#db/accounts/managers.server.ts'
import { runErasingTransaction } from '#db/engine.server.ts'
import {
  deleteMailAddress,
  deleteUnconfirmed,
  deleteWaitingConfirmations,
  findLastConfirmation,
  findMailAddress,
  findMailAddresses,
  hasUnconfirmed,
  insertMailAddress,
  updateMailAddress,
  updateTimeZone,
} from '#db/mail/mail-addresses.server.ts'
import { queueMails, updateAddressOfMails } from '#db/mail/outbox.server.ts'
import type { Db } from '#db/schema.server.ts'

/** A second request for a link within this time is a double click: one mail is enough. In ms. */
const duplicateWindowMs = 60_000

interface ConfirmationParams {
  managerId: number
  /** Normalised and valid. */
  address: string
  /** The time zone for times in mails; null for the host city's, undefined to leave it unchanged. */
  timeZone: string | null | undefined
  /** System clock, epoch ms. */
  now: number
}

/**
 * Stores an unconfirmed address in place of a previous unconfirmed one, and queues the mail that asks its owner to
 * confirm it. Refuses with ACCOUNT_MISSING, or with ADDRESS_KNOWN for the confirmed address. Wake the sender after
 * the commit.
 */
export async function requestConfirmation(db: Db, { managerId, address, timeZone, now }: ConfirmationParams) {
  return runErasingTransaction(db, async (tx) => {
    if (!(await findManager(tx, managerId)))
      return { ok: false as const, problem: 'ACCOUNT_MISSING' as const }
    await deleteUnconfirmed(tx, now - waitingLifeMs)
    const { confirmed, waiting } = await findMailAddresses(tx, managerId)
    if (confirmed?.address === address) return { ok: false as const, problem: 'ADDRESS_KNOWN' as const }
    const pending = waiting?.address === address ? waiting : undefined
    if (waiting && !pending) await deleteMailAddress(tx, waiting.id)
    const newAddress = { managerId, address, timeZone: confirmed?.timeZone ?? null, now }
    const addressId = pending?.id ?? (await insertMailAddress(tx, newAddress))
    if (timeZone !== undefined) await updateTimeZone(tx, { managerId, timeZone })
    await queueConfirmation(tx, { managerId, addressId, now })
    return { ok: true as const }
  })
}

/** Deletes addresses that were not confirmed in time, as the privacy policy promises. `now`: system clock, epoch ms. */
export async function deleteExpiredAddresses(db: Db, now: number): Promise<void> {
  const before = now - waitingLifeMs
  if (await hasUnconfirmed(db, before)) await runErasingTransaction(db, (tx) => deleteUnconfirmed(tx, before))
}

/** Queues another confirmation mail; false when no address is unconfirmed. The links of both mails work. */
export async function resendConfirmation(
  db: Db,
  { managerId, now }: { managerId: number; now: number },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { waiting } = await findMailAddresses(tx, managerId)
    if (!waiting) return false
    await queueConfirmation(tx, { managerId, addressId: waiting.id, now })
    return true
  })
}

/** Restarts the time to confirm an address, and queues the mail for it. */
async function queueConfirmation(
  tx: Db,
  { managerId, addressId, now }: { managerId: number; addressId: number; now: number },
): Promise<void> {
  await updateMailAddress(tx, addressId, { createdAt: now })
  const lastRequestedAt = await findLastConfirmation(tx, addressId)
  if (lastRequestedAt !== undefined && Math.abs(now - lastRequestedAt) < duplicateWindowMs) return
  await deleteWaitingConfirmations(tx, addressId)
  const cause = `confirm:${addressId}:${now}`
  await queueMails(tx, [{ managerId, addressId, cause, kind: 'confirm', now }])
}

/**
 * Confirms an address, with the choices of the previously confirmed one, which is deleted. False when the address no
 * longer exists. Idempotent.
 */
export async function confirmAddress(
  db: Db,
  { addressId, now }: { addressId: number; now: number },
): Promise<boolean> {
  return runErasingTransaction(db, async (tx) => {
    const address = await findMailAddress(tx, addressId)
    if (!address || address.confirmedAt !== null) return address !== undefined
    const { confirmed } = await findMailAddresses(tx, address.managerId)
    if (confirmed) {
      await updateAddressOfMails(tx, { fromAddressId: confirmed.id, toAddressId: addressId })
      await deleteMailAddress(tx, confirmed.id)
    }
    const choices = confirmed?.choices ?? defaultNotificationChoices
    await updateMailAddress(tx, addressId, { confirmedAt: now, choices })
    return true
  })
}

/**
 * Stores which notices a manager wants by mail, and the time zone unless undefined. False without a confirmed
 * address.
 */
export async function saveMailChoices(
  db: Db,
  {
    managerId,
    choices,
    timeZone,
  }: { managerId: number; choices: NotificationChoices } & Pick<ConfirmationParams, 'timeZone'>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (timeZone !== undefined) await updateTimeZone(tx, { managerId, timeZone })
    const { confirmed } = await findMailAddresses(tx, managerId)
    if (confirmed) await updateMailAddress(tx, confirmed.id, { choices })
    return confirmed !== undefined
  })
}

/** Deletes a manager's addresses, or only the unconfirmed one, and overwrites them (docs/decisions/0006). */
export async function removeMailAddresses(
  db: Db,
  { managerId, isWaiting }: { managerId: number; isWaiting: boolean },
): Promise<void> {
  await runErasingTransaction(db, async (tx) => {
    const { confirmed, waiting } = await findMailAddresses(tx, managerId)
    if (waiting) await deleteMailAddress(tx, waiting.id)
    if (confirmed && !isWaiting) await deleteMailAddress(tx, confirmed.id)
  })
}

/**
 * Ends one kind of notice for an address, and deletes the address with its last kind. False when the address no
 * longer exists: then no mail is sent to it anyway.
 */
export async function unsubscribe(
  db: Db,
  { addressId, kind }: { addressId: number; kind: NotificationKind },
): Promise<boolean> {
  return runErasingTransaction(db, async (tx) => {
    const address = await findMailAddress(tx, addressId)
    if (!address) return false
    const choices = { ...address.choices, [kind]: false }
    const isLast = Object.values(choices).every((isOn) => !isOn)
    if (isLast && address.confirmedAt !== null) await deleteMailAddress(tx, addressId)
    else await updateMailAddress(tx, addressId, { choices })
    return true
  })
}
