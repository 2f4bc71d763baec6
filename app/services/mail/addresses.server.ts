import { waitingLifeMs } from '#app/game/notification/mail-address.ts'
import {
  defaultNotificationChoices,
  type NotificationChoices,
  type NotificationKind,
} from '#app/game/notification/notification.ts'
import { hasManager } from '#db/accounts/accounts.server.ts'
import {
  deleteMailAddress,
  deleteMailAddresses,
  deleteUnconfirmed,
  deleteWaitingConfirmations,
  findLastConfirmation,
  findMailAddress,
  findMailAddresses,
  hasUnconfirmed,
  insertMailAddress,
  updateAddressConfirmed,
  updateChoiceOff,
  updateChoices,
  updateConfirmationRequested,
  updateTimeZone,
} from '#db/mail/mail-addresses.server.ts'
import { queueMail, updateAddressOfMails } from '#db/mail/outbox.server.ts'
import type { Db } from '#db/schema.server.ts'
import { runErasingTransaction } from '#db/sqlite/erasure.server.ts'

/** A link asked for again within these ms is a double press: one mail is enough. */
const duplicateWindowMs = 60_000

interface ConfirmationParams {
  managerId: number
  /** As the rules read it. */
  address: string
  /** The zone that times in mails are written in; null for the host city's, undefined where none was said. */
  timeZone: string | null | undefined
  /** System clock, epoch ms. */
  now: number
}

/**
 * Stores an address that shall be told, in the place of another that waits, and asks its owner by mail to confirm it.
 * Refused: ACCOUNT_MISSING; ADDRESS_KNOWN for the one that is confirmed already. Wake the sender afterwards.
 */
export async function requestConfirmation(db: Db, { managerId, address, timeZone, now }: ConfirmationParams) {
  return runErasingTransaction(db, async (tx) => {
    if (!(await hasManager(tx, managerId))) return { ok: false as const, problem: 'ACCOUNT_MISSING' as const }
    await deleteUnconfirmed(tx, now - waitingLifeMs)
    const { confirmed, waiting } = await findMailAddresses(tx, managerId)
    if (confirmed?.address === address) return { ok: false as const, problem: 'ADDRESS_KNOWN' as const }
    const pending = waiting?.address === address ? waiting : undefined
    if (!pending) await deleteMailAddresses(tx, { managerId, isWaiting: true })
    if (pending) await updateConfirmationRequested(tx, { id: pending.id, now })
    const known = { managerId, address, timeZone: confirmed?.timeZone ?? null, now }
    const addressId = pending?.id ?? (await insertMailAddress(tx, known))
    if (timeZone !== undefined) await updateTimeZone(tx, { managerId, timeZone })
    await queueConfirmation(tx, { managerId, addressId, now })
    return { ok: true as const }
  })
}

/** Forgets the addresses that nobody confirmed in time, as the privacy policy says. `now`: system clock, epoch ms. */
export async function deleteExpiredAddresses(db: Db, now: number): Promise<void> {
  const before = now - waitingLifeMs
  if (await hasUnconfirmed(db, before)) await runErasingTransaction(db, (tx) => deleteUnconfirmed(tx, before))
}

/** Asks for the confirmation of the waiting address once more; false when none waits. Both links work. */
export async function resendConfirmation(
  db: Db,
  { managerId, now }: { managerId: number; now: number },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { waiting } = await findMailAddresses(tx, managerId)
    if (!waiting) return false
    await updateConfirmationRequested(tx, { id: waiting.id, now })
    await queueConfirmation(tx, { managerId, addressId: waiting.id, now })
    return true
  })
}

async function queueConfirmation(
  tx: Db,
  { managerId, addressId, now }: { managerId: number; addressId: number; now: number },
): Promise<void> {
  const lastRequestedAt = await findLastConfirmation(tx, addressId)
  if (lastRequestedAt !== undefined && Math.abs(now - lastRequestedAt) < duplicateWindowMs) return
  await deleteWaitingConfirmations(tx, addressId)
  await queueMail(tx, { managerId, addressId, cause: `confirm:${addressId}:${now}`, kind: 'confirm', now })
}

/**
 * Confirms an address, with the choices of the one confirmed before, which goes. False when it is not stored any more.
 * Confirming twice changes nothing.
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
    await updateAddressConfirmed(tx, {
      id: addressId,
      choices: confirmed?.choices ?? defaultNotificationChoices,
      now,
    })
    return true
  })
}

/** Stores what a manager wants to be told, and in which zone where one was said. False without a confirmed address. */
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
    return updateChoices(tx, { managerId, choices })
  })
}

/** Forgets a manager's addresses, or only the one that waits: they are overwritten (docs/decisions/0006). */
export async function removeMailAddresses(
  db: Db,
  { managerId, isWaiting }: { managerId: number; isWaiting: boolean },
): Promise<void> {
  await runErasingTransaction(db, (tx) => deleteMailAddresses(tx, { managerId, isWaiting }))
}

/**
 * Ends one kind of notice for an address. One that is told nothing any more is forgotten. False when it is not stored:
 * then nothing goes there anyway.
 */
export async function unsubscribe(
  db: Db,
  { addressId, kind }: { addressId: number; kind: NotificationKind },
): Promise<boolean> {
  return runErasingTransaction(db, async (tx) => {
    const address = await findMailAddress(tx, addressId)
    if (!address) return false
    const isLast = Object.values({ ...address.choices, [kind]: false }).every((isOn) => !isOn)
    await (isLast && address.confirmedAt !== null
      ? deleteMailAddress(tx, addressId)
      : updateChoiceOff(tx, { id: addressId, kind }))
    return true
  })
}
