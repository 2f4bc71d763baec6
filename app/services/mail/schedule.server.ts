import {
  computeReminderAt,
  formatCause,
  listUpcomingReminders,
  resultsDelayMs,
  selectDueReminders,
} from '#app/game/notification/notification.ts'
import type { Round } from '#app/game/season/contest.ts'
import {
  deleteMailingsByCause,
  hasMailing,
  insertMailing,
  updateMailingDueAt,
} from '#db/mail/mailings.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'

/**
 * Schedules the mailing for an activated season, in the activating transaction: it is due at once, whatever the game
 * time.
 */
export async function scheduleSeasonMailing(tx: Db, gameId: number, now: number): Promise<void> {
  await insertMailing(tx, { kind: 'season', gameId }, { dueAt: 0, now })
}

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
export async function scheduleReminders(
  tx: Db,
  { gameNow, now }: { gameNow: number; now: number },
): Promise<void> {
  for (const { cause, dueAt } of await listDueReminders(tx, gameNow))
    await insertMailing(tx, cause, { dueAt, now })
}

/**
 * Schedules new reminders for a corrected deadline while they are still ahead: managers who were mailed the old
 * deadline need the new one. `now` in epoch ms.
 */
export async function rescheduleReminders(
  tx: Db,
  {
    gameId,
    moved,
    now,
  }: { gameId: number; moved: readonly Pick<Round, 'roundNumber' | 'deadlineAt'>[]; now: number },
): Promise<void> {
  const causes = moved.flatMap((round) =>
    listUpcomingReminders(round, now).map((hours) =>
      formatCause({ kind: 'reminder', gameId, roundNumber: round.roundNumber, hours }),
    ),
  )
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
