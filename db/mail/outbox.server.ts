import { findRetryDelay, longestRetryDelayMs } from '#app/game/notification/notification.ts'
import type { Db, Row } from '#db/schema.server.ts'
import { findMailAddresses } from './mail-addresses.server.ts'

/** A mail to queue: recipient and cause. Its text is composed when it is sent. */
interface NewMail {
  managerId: number
  addressId: number
  /** A `causeName`, 'confirm:<address id>' or 'test:<uuid>': a manager gets one mail of each. */
  cause: string
  kind: Row<'outbox'>['kind']
  gameId?: number | null
  roundNumber?: number | null
  /** For a reminder: hours before the deadline. */
  hours?: number | null
  /** Epoch ms of the system clock. */
  now: number
}

/**
 * Inserts mails into the outbox, some hundred at most, in the transaction of their cause; wake the sender after the
 * commit. Skips a mail when the manager has one of that cause already, sent or not.
 */
export async function queueMails(tx: Db, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return
  await tx
    .insertInto('outbox')
    .values(
      mails.map((mail) => ({
        manager_id: mail.managerId,
        address_id: mail.addressId,
        cause: mail.cause,
        kind: mail.kind,
        game_id: mail.gameId ?? null,
        round_number: mail.roundNumber ?? null,
        hours: mail.hours ?? null,
        message_id: crypto.randomUUID().replaceAll('-', ''),
        is_bulk: isInteractive(mail) ? (0 as const) : (1 as const),
        created_at: mail.now,
        // A reminder matters for hours only, so it precedes other waiting mails. 0 is due even when the clock was set
        // back.
        next_try_at: isInteractive(mail) || mail.kind === 'reminder' ? 0 : mail.now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['manager_id', 'cause']).doNothing())
    .execute()
}

/** Whether a person is waiting for it. */
function isInteractive({ kind }: NewMail): boolean {
  return kind === 'confirm' || kind === 'test'
}

/**
 * Queues a test mail to the admin's own confirmed address. False when there is none. `testId` is unique: each test is
 * a separate mail.
 */
export async function queueTestMail(
  tx: Db,
  { managerId, testId, now }: { managerId: number; testId: string; now: number },
): Promise<boolean> {
  const { confirmed } = await findMailAddresses(tx, managerId)
  if (!confirmed) return false
  await queueMails(tx, [{ managerId, addressId: confirmed.id, cause: `test:${testId}`, kind: 'test', now }])
  return true
}

/** Whether the mail server refused the last two mails to an address of a manager, because there is no such mailbox. */
export async function isUnknownMailbox(
  db: Db,
  { managerId, addressId }: { managerId: number; addressId: number },
): Promise<boolean> {
  const last = await db
    .selectFrom('outbox')
    .select('reason')
    .where('manager_id', '=', managerId)
    .where('address_id', '=', addressId)
    .where('state', 'in', ['sent', 'failed'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  return last.length === 2 && last.every(({ reason }) => /\(55[013]( 5\.1\.\d+)?\)/.test(reason ?? ''))
}

/** Moves mails from one stored address of a manager to another, when a changed address is confirmed. */
export async function updateAddressOfMails(
  tx: Db,
  { fromAddressId, toAddressId }: { fromAddressId: number; toAddressId: number },
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ address_id: toAddressId })
    .where('address_id', '=', fromAddressId)
    .where('kind', '!=', 'confirm')
    .execute()
}

/**
 * Counts addresses and mails with covering indexes: some ms for a hundred thousand. With the five most recent mails
 * that were given up, newest first.
 */
export async function countMails(db: Db) {
  const { addresses } = await db
    .selectFrom('mail_addresses')
    .select((row) => row.fn.countAll<number>().as('addresses'))
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const states = await db
    .selectFrom('outbox')
    .select((row) => ['state', row.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const failures = await db
    .selectFrom('outbox')
    .select((row) => ['kind', row.fn.coalesce('reason', row.val('')).as('reason')])
    .where('state', '=', 'failed')
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
  const countOf = (state: Row<'outbox'>['state']) => states.find((each) => each.state === state)?.count ?? 0
  return {
    addresses,
    waiting: countOf('waiting'),
    sent: countOf('sent'),
    failed: countOf('failed'),
    failures,
  }
}

/**
 * A mail that a sender has claimed: its try is counted, in `attempts` too, and no other sender claims it before the
 * next one.
 */
export type ClaimedMail = Awaited<ReturnType<typeof listDueMails>>[number]

/**
 * Claims due mails, those that a person is waiting for first, and schedules their next try. Call inside the transaction
 * that renews the lease.
 */
export async function claimMails(
  tx: Db,
  { now, limit }: { now: number; limit: number },
): Promise<ClaimedMail[]> {
  const urgent = await listDueMails(tx, { now, limit, isBulk: 0 })
  const bulk = await listDueMails(tx, { now, limit: limit - urgent.length, isBulk: 1 })
  const claimed = [...urgent, ...bulk].map((mail) => ({ ...mail, attempts: mail.attempts + 1 }))
  for (const { id, attempts } of claimed) {
    const next_try_at = now + (findRetryDelay(attempts) ?? longestRetryDelayMs)
    await tx.updateTable('outbox').set({ tries: attempts, next_try_at }).where('id', '=', id).execute()
  }
  return claimed
}

/** Waiting mails that are due (system clock, epoch ms), the longest waiting first. */
export async function listDueMails(
  db: Db,
  { now, limit, isBulk }: { now: number; limit: number; isBulk: 0 | 1 },
) {
  return db
    .selectFrom('outbox')
    .select([
      'id',
      'manager_id as managerId',
      'address_id as addressId',
      'cause',
      'kind',
      'game_id as gameId',
      'round_number as roundNumber',
      'hours',
      'message_id as messageId',
      'tries as attempts',
      'created_at as createdAt',
    ])
    .where('state', '=', 'waiting')
    .where('is_bulk', '=', isBulk)
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(limit)
    .execute()
}

/** The outcome of a try. Ignored for a mail that was deleted meanwhile, with its address or manager. */
export type MailOutcome =
  | { state: 'sent'; now: number }
  | { state: 'failed' | 'dropped'; reason: string }
  /** It waits for its next try, or is postponed to `nextTryAt`, and then this try does not count. */
  | { state: 'waiting'; reason: string; nextTryAt?: number }

export async function updateMailOutcome(
  db: Db,
  { id, attempts: tries }: ClaimedMail,
  outcome: MailOutcome,
): Promise<void> {
  const isUncounted = outcome.state === 'waiting' && outcome.nextTryAt !== undefined
  await db
    .updateTable('outbox')
    .set({
      state: outcome.state,
      reason: outcome.state === 'sent' ? null : outcome.reason,
      sent_at: outcome.state === 'sent' ? outcome.now : null,
      ...(isUncounted && { tries: tries - 1, next_try_at: outcome.nextTryAt }),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Makes mails due whose next try is further away than any pause: they were scheduled while the system clock was
 * ahead.
 */
export async function updateDistantRetries(tx: Db, now: number): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ next_try_at: now })
    .where('state', '=', 'waiting')
    .where('is_bulk', 'in', [0, 1])
    .where('next_try_at', '>', now + longestRetryDelayMs)
    .execute()
}
