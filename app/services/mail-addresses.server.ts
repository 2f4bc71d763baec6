import { waitingLifeMs } from '#app/game/mail-address.ts'
import { type Choices, firstChoices, type NoticeKind } from '#app/game/notification.ts'
import { hasManager } from '#db/accounts.server.ts'
import { erase } from '#db/erasure.server.ts'
import {
  deleteMailAddress,
  deleteMailAddresses,
  deleteUnconfirmed,
  deleteWaitingConfirmations,
  endChoice,
  findLastConfirmation,
  findMailAddress,
  findMailAddresses,
  hasUnconfirmed,
  insertMailAddress,
  renewMailAddress,
  updateChoices,
  updateConfirmed,
  updateTimeZone,
} from '#db/mail-addresses.server.ts'
import { moveMails, queueMail } from '#db/outbox.server.ts'
import type { Db } from '#db/schema.server.ts'

/** A link asked for again within these ms is a double press: one mail is enough. */
const sameMs = 60_000

interface Wish {
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
export async function askForConfirmation(db: Db, { managerId, address, timeZone, now }: Wish) {
  return erase(db, async (tx) => {
    if (!(await hasManager(tx, managerId))) return { ok: false as const, problem: 'ACCOUNT_MISSING' as const }
    await deleteUnconfirmed(tx, now - waitingLifeMs)
    const { confirmed, waiting } = await findMailAddresses(tx, managerId)
    if (confirmed?.address === address) return { ok: false as const, problem: 'ADDRESS_KNOWN' as const }
    const again = waiting?.address === address ? waiting : undefined
    if (!again) await deleteMailAddresses(tx, { managerId, isWaiting: true })
    if (again) await renewMailAddress(tx, { id: again.id, now })
    const known = { managerId, address, timeZone: confirmed?.timeZone ?? null, now }
    const addressId = again?.id ?? (await insertMailAddress(tx, known))
    if (timeZone !== undefined) await updateTimeZone(tx, { managerId, timeZone })
    await queueConfirmation(tx, { managerId, addressId, now })
    return { ok: true as const }
  })
}

/** Forgets the addresses that nobody confirmed in time, as the privacy policy says. `now`: system clock, epoch ms. */
export async function forgetUnconfirmed(db: Db, now: number): Promise<void> {
  const before = now - waitingLifeMs
  if (await hasUnconfirmed(db, before)) await erase(db, (tx) => deleteUnconfirmed(tx, before))
}

/** Asks for the confirmation of the waiting address once more; false when none waits. Both links work. */
export async function askAgainForConfirmation(
  db: Db,
  { managerId, now }: { managerId: number; now: number },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { waiting } = await findMailAddresses(tx, managerId)
    if (!waiting) return false
    await renewMailAddress(tx, { id: waiting.id, now })
    await queueConfirmation(tx, { managerId, addressId: waiting.id, now })
    return true
  })
}

async function queueConfirmation(
  tx: Db,
  { managerId, addressId, now }: { managerId: number; addressId: number; now: number },
): Promise<void> {
  const last = await findLastConfirmation(tx, addressId)
  if (last !== undefined && Math.abs(now - last) < sameMs) return
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
  return erase(db, async (tx) => {
    const address = await findMailAddress(tx, addressId)
    if (!address || address.confirmedAt !== null) return address !== undefined
    const { confirmed } = await findMailAddresses(tx, address.managerId)
    if (confirmed) {
      await moveMails(tx, { fromAddressId: confirmed.id, toAddressId: addressId })
      await deleteMailAddress(tx, confirmed.id)
    }
    await updateConfirmed(tx, { id: addressId, choices: confirmed?.choices ?? firstChoices, now })
    return true
  })
}

/** Stores what a manager wants to be told, and in which zone where one was said. False without a confirmed address. */
export async function saveChoices(
  db: Db,
  { managerId, choices, timeZone }: { managerId: number; choices: Choices } & Pick<Wish, 'timeZone'>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (timeZone !== undefined) await updateTimeZone(tx, { managerId, timeZone })
    return updateChoices(tx, { managerId, choices })
  })
}

/** Forgets a manager's addresses, or only the one that waits: they are overwritten (docs/decisions/0006). */
export async function forgetAddresses(
  db: Db,
  { managerId, isWaiting }: { managerId: number; isWaiting: boolean },
): Promise<void> {
  await erase(db, (tx) => deleteMailAddresses(tx, { managerId, isWaiting }))
}

/**
 * Ends one kind of notice for an address. One that is told nothing any more is forgotten. False when it is not stored:
 * then nothing goes there anyway.
 */
export async function unsubscribe(
  db: Db,
  { addressId, kind }: { addressId: number; kind: NoticeKind },
): Promise<boolean> {
  return erase(db, async (tx) => {
    const address = await findMailAddress(tx, addressId)
    if (!address) return false
    const isLast = Object.values({ ...address.choices, [kind]: false }).every((isOn) => !isOn)
    await (isLast && address.confirmedAt !== null
      ? deleteMailAddress(tx, addressId)
      : endChoice(tx, { id: addressId, kind }))
    return true
  })
}
