import {
  computeReminderAt,
  decideNotificationTiming,
  formatCause,
  listUpcomingReminders,
  type NotificationCause,
  needsReminder,
  parseReminderHours,
  resultsDelayMs,
  selectDueReminders,
} from '#app/game/notification/notification.ts'
import type { Round } from '#app/game/season/contest.ts'
import {
  deleteMailingsByCause,
  findMailing,
  hasMailing,
  insertMailing,
  listRecipients,
  type Mailing,
  type Recipient,
  updateMailingDueAt,
  updateMailingProgress,
} from '#db/mail/mailings.server.ts'
import { queueMails } from '#db/mail/outbox.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'

interface ResultsMailingParams {
  gameId: number
  /** The computed rounds, with their state before. */
  rounds: readonly Pick<Round, 'roundNumber' | 'computedAt'>[]
  /** Game time, epoch ms. */
  publishedAt: number
  /** System clock, epoch ms. */
  now: number
}

/**
 * Schedules the mailings of published results, in the publishing transaction. They are due an hour after the last
 * computation, because the first one may be corrected. A round that was announced, or computed before mails existed,
 * is not announced again.
 */
export async function scheduleResultsMailings(
  tx: Db,
  { gameId, rounds, publishedAt, now }: ResultsMailingParams,
): Promise<void> {
  const dueAt = publishedAt + resultsDelayMs
  for (const { roundNumber, computedAt } of rounds) {
    const cause = { kind: 'results', gameId, roundNumber } as const
    if (computedAt === null) await insertMailing(tx, cause, { dueAt, now })
    await updateMailingDueAt(tx, cause, dueAt)
  }
}

/** Schedules the reminders that are due. `gameNow`: game time; `now`: system clock; both in epoch ms. */
export async function scheduleReminders(tx: Db, gameNow: number, now: number): Promise<void> {
  for (const { cause, dueAt } of await listDueReminders(tx, gameNow))
    await insertMailing(tx, cause, { dueAt, now })
}

/**
 * Schedules new reminders for a corrected deadline while they are still ahead: managers who were mailed the old
 * deadline need the new one. `now` in epoch ms.
 */
export async function rescheduleReminders(
  tx: Db,
  gameId: number,
  { roundNumber, deadlineAt }: Pick<Round, 'roundNumber' | 'deadlineAt'>,
  now: number,
): Promise<void> {
  const hours = listUpcomingReminders({ deadlineAt }, now)
  const causes = hours.map((each) => formatCause({ kind: 'reminder', gameId, roundNumber, hours: each }))
  await deleteMailingsByCause(tx, causes)
}

/** Whether a due reminder is not scheduled yet. */
export async function hasUnscheduledReminders(db: Db, gameNow: number): Promise<boolean> {
  for (const { cause } of await listDueReminders(db, gameNow)) if (!(await hasMailing(db, cause))) return true
  return false
}

async function listDueReminders(db: Db, now: number) {
  const game = await findActiveGame(db)
  if (!game) return []
  const rounds = await listRounds(db, game.id)
  return rounds.flatMap((round) =>
    selectDueReminders([round], now).map(({ roundNumber, hours }) => ({
      cause: { kind: 'reminder', gameId: game.id, roundNumber, hours } as const,
      dueAt: computeReminderAt(round, hours),
    })),
  )
}

/** How many managers one transaction handles: saves wait for its lock. */
const batchSize = 150

/**
 * Queues the mails of a mailing's next managers and stores its progress, in one short transaction: after a crash it
 * resumes there. False when there is nothing more to do now. `gameNow`: game time; `now`: system clock; both in epoch
 * ms.
 */
export async function queueMailingBatch(
  tx: Db,
  { id, gameNow, now, size = batchSize }: { id: number; gameNow: number; now: number; size?: number },
): Promise<boolean> {
  const mailing = await findMailing(tx, id)
  if (!mailing) return false
  const timing = await findMailingTiming(tx, mailing, gameNow)
  if (timing === 'later') return false
  const recipients =
    timing === 'now' ? await listRecipients(tx, { ...mailing, after: mailing.cursor, limit: size }) : []
  const mails = recipients
    .filter((each) => isRecipient(mailing, each))
    .map(({ managerId, addressId }) => ({ ...mailing, managerId, addressId, now }))
  await queueMails(tx, mails)
  const isDone = recipients.length < size
  const cursor = recipients.at(-1)?.managerId ?? mailing.cursor
  await updateMailingProgress(tx, { id, cursor, doneAt: isDone ? now : null })
  return !isDone
}

async function findMailingTiming(tx: Db, mailing: Mailing, now: number) {
  const game = await findActiveGame(tx)
  const cause = toCause(mailing)
  if (!game || !cause) return 'over'
  const isActive = game.id === mailing.gameId
  const rounds = await listRounds(tx, game.id)
  return decideNotificationTiming(cause, mailing.dueAt, { isActive, rounds, now })
}

function isRecipient({ kind }: Mailing, recipient: Recipient): boolean {
  if (!recipient.isSubscribed) return false
  if (kind === 'reminder') return needsReminder(recipient)
  return kind === 'season' || recipient.hasLineup
}

/** The cause that a stored row describes; undefined for an invalid row. */
export function toCause(row: {
  kind: string
  gameId: number | null
  roundNumber: number | null
  hours: number | null
}): NotificationCause | undefined {
  const { kind, gameId, roundNumber } = row
  const hours = parseReminderHours(row.hours)
  if (gameId === null) return undefined
  if (kind === 'season') return { kind, gameId }
  if (roundNumber === null) return undefined
  if (kind === 'results') return { kind, gameId, roundNumber }
  return kind === 'reminder' && hours ? { kind, gameId, roundNumber, hours } : undefined
}
