import type { Round } from '#app/game/contest.ts'
import {
  causeName,
  dueReminders,
  reminderInstant,
  remindersAhead,
  resultsDelayMs,
} from '#app/game/notification.ts'
import { findActiveGame } from '#db/games.server.ts'
import { forgetCauses, hasMailing, insertMailing, postponeMailing } from '#db/mailings.server.ts'
import { listRounds } from '#db/rounds.server.ts'
import type { Db } from '#db/schema.server.ts'

/** Notes that a season was activated, in the transaction that does it: it is told at once, whatever game time it is. */
export async function noteSeason(tx: Db, gameId: number, now: number): Promise<void> {
  await insertMailing(tx, { kind: 'season', gameId }, { dueAt: 0, now })
}

interface Published {
  gameId: number
  /** The rounds that were computed, with what was known of them before. */
  rounds: readonly Pick<Round, 'roundNumber' | 'computedAt'>[]
  /** Game time, epoch ms. */
  publishedAt: number
  /** System clock, epoch ms. */
  now: number
}

/**
 * Notes that results were published, in the transaction that does it. They are told an hour after the last computation,
 * because the first one may be corrected; a round that was told, or computed before mails were known, is not told again.
 */
export async function noteResults(tx: Db, { gameId, rounds, publishedAt, now }: Published): Promise<void> {
  const dueAt = publishedAt + resultsDelayMs
  for (const { roundNumber, computedAt } of rounds) {
    const cause = { kind: 'results', gameId, roundNumber } as const
    if (computedAt === null) await insertMailing(tx, cause, { dueAt, now })
    await postponeMailing(tx, cause, dueAt)
  }
}

/** Notes the reminders whose time it is. `gameNow`: game time; `now`: system clock; both in epoch ms. */
export async function noteReminders(
  tx: Db,
  { gameNow, now }: { gameNow: number; now: number },
): Promise<void> {
  for (const { cause, dueAt } of await listDueReminders(tx, gameNow))
    await insertMailing(tx, cause, { dueAt, now })
}

/**
 * A deadline that was corrected is reminded of anew, where its reminders are still to come: who was told the old one has
 * to hear the new one. `now` in epoch ms.
 */
export async function remindAnew(
  tx: Db,
  {
    gameId,
    moved,
    now,
  }: { gameId: number; moved: readonly Pick<Round, 'roundNumber' | 'deadlineAt'>[]; now: number },
): Promise<void> {
  const causes = moved.flatMap((round) =>
    remindersAhead(round, now).map((hours) =>
      causeName({ kind: 'reminder', gameId, roundNumber: round.roundNumber, hours }),
    ),
  )
  await forgetCauses(tx, causes)
}

/** Whether one is due that nobody has noted. */
export async function hasDueReminders(db: Db, gameNow: number): Promise<boolean> {
  for (const { cause } of await listDueReminders(db, gameNow)) if (!(await hasMailing(db, cause))) return true
  return false
}

async function listDueReminders(db: Db, now: number) {
  const game = await findActiveGame(db)
  if (!game) return []
  const rounds = await listRounds(db, game.id)
  return rounds.flatMap((round) =>
    dueReminders([round], now).map(({ roundNumber, hours }) => ({
      cause: { kind: 'reminder', gameId: game.id, roundNumber, hours } as const,
      dueAt: reminderInstant(round, hours),
    })),
  )
}
