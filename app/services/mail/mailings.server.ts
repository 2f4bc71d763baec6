import {
  decideNotificationTiming,
  type NotificationCause,
  needsReminder,
  parseReminderHours,
} from '#app/game/notification/notification.ts'
import type { Game } from '#app/game/season/contest.ts'
import { listRecipients, type Recipient } from '#db/mail/mail-recipients.server.ts'
import { findMailing, type Mailing, updateMailingProgress } from '#db/mail/mailings.server.ts'
import { queueMails } from '#db/mail/outbox.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'

/** How many managers one transaction handles: saves wait for its lock. */
const batchSize = 150

/**
 * Queues the mails of a mailing's next managers and stores its progress, in one short transaction: after a crash it
 * resumes there. False when there is nothing more to do now. `gameNow`: game time; `now`: system clock; both in epoch
 * ms.
 */
export async function fanOut(
  tx: Db,
  { id, gameNow, now, size = batchSize }: { id: number; gameNow: number; now: number; size?: number },
): Promise<boolean> {
  const mailing = await findMailing(tx, id)
  if (!mailing) return false
  const state = await findMailingState(tx, mailing, gameNow)
  if (state.timing === 'later') return false
  const recipients = state.timing === 'now' ? await listNextRecipients(tx, mailing, state.game, size) : []
  await queueMails(
    tx,
    recipients.filter((each) => isRecipient(mailing, each)).map((each) => toMail(mailing, each, now)),
  )
  const isDone = recipients.length < size
  const cursor = recipients.at(-1)?.managerId ?? mailing.cursor
  await updateMailingProgress(tx, { id, cursor, doneAt: isDone ? now : null })
  return !isDone
}

type MailingState = { timing: 'now'; game: Game } | { timing: 'later' | 'over' }

async function findMailingState(tx: Db, mailing: Mailing, now: number): Promise<MailingState> {
  const game = await findActiveGame(tx)
  const cause = toCause(mailing)
  if (!game || !cause) return { timing: 'over' }
  const rounds = await listRounds(tx, game.id)
  const timing = decideNotificationTiming(cause, mailing.dueAt, {
    isActive: game.id === mailing.gameId,
    rounds,
    now,
  })
  return timing === 'now' ? { timing, game } : { timing }
}

async function listNextRecipients(
  tx: Db,
  mailing: Mailing,
  _game: Game,
  limit: number,
): Promise<Recipient[]> {
  const { kind, gameId, roundNumber, cursor: after } = mailing
  return listRecipients(tx, { kind, gameId, roundNumber, after, limit })
}

function isRecipient({ kind }: Mailing, recipient: Recipient): boolean {
  if (!recipient.isSubscribed) return false
  if (kind === 'reminder') return needsReminder(recipient)
  return kind === 'season' || recipient.hasLineup
}

function toMail(mailing: Mailing, { managerId, addressId }: Recipient, now: number) {
  const { cause, kind, gameId, roundNumber, hours } = mailing
  return { managerId, addressId, cause, kind, gameId, roundNumber, hours, now }
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
