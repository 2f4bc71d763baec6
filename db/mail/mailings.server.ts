import { formatCause, type NotificationCause } from '#app/game/notification/notification.ts'
import type { Db } from '#db/schema.server.ts'

/** A message to many managers, with its progress. */
export type Mailing = Awaited<ReturnType<typeof listDueMailings>>[number]

const columns = [
  'id',
  'cause',
  'kind',
  'game_id as gameId',
  'round_number as roundNumber',
  'hours',
  'due_at as dueAt',
  'cursor',
] as const

/** Inserts a mailing once: an existing cause is unchanged. `dueAt`: game time; `now`: system clock; both in epoch ms. */
export async function insertMailing(
  tx: Db,
  cause: NotificationCause,
  { dueAt, now }: { dueAt: number; now: number },
): Promise<void> {
  await tx
    .insertInto('mailings')
    .values({
      cause: formatCause(cause),
      kind: cause.kind,
      game_id: cause.gameId,
      round_number: cause.kind === 'season' ? null : cause.roundNumber,
      hours: cause.kind === 'reminder' ? cause.hours : null,
      due_at: dueAt,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .execute()
}

/** Postpones a mailing that has not begun: results of a recomputed round are announced an hour later. */
export async function updateMailingDueAt(tx: Db, cause: NotificationCause, dueAt: number): Promise<void> {
  await tx
    .updateTable('mailings')
    .set({ due_at: dueAt })
    .where('cause', '=', formatCause(cause))
    .where('cursor', '=', 0)
    .where('done_at', 'is', null)
    .execute()
}

/** Due mailings that are not done, the longest due first. `now`: game time. */
export async function listDueMailings(db: Db, now: number) {
  return db
    .selectFrom('mailings')
    .select(columns)
    .where('done_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(20)
    .execute()
}

/** A mailing that is not done, or undefined. */
export async function findMailing(db: Db, id: number): Promise<Mailing | undefined> {
  return db
    .selectFrom('mailings')
    .select(columns)
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
}

/** Whether a mailing of this cause exists, done or not. */
export async function hasMailing(db: Db, cause: NotificationCause): Promise<boolean> {
  const row = await db
    .selectFrom('mailings')
    .select('id')
    .where('cause', '=', formatCause(cause))
    .executeTakeFirst()
  return row !== undefined
}

/** The rounds of a season whose results are announced by `now` (game time), in order. */
export async function listAnnouncedRounds(db: Db, { gameId, now }: { gameId: number; now: number }) {
  const rows = await db
    .selectFrom('mailings')
    .select('round_number as roundNumber')
    .where('game_id', '=', gameId)
    .where('kind', '=', 'results')
    .where('due_at', '<=', now)
    .orderBy('round_number')
    .execute()
  return rows.map(({ roundNumber }) => roundNumber ?? 0)
}

/** Updates a mailing's progress; `doneAt` (system clock) when it is finished. */
export async function updateMailingProgress(
  tx: Db,
  { id, cursor, doneAt }: { id: number; cursor: number; doneAt: number | null },
): Promise<void> {
  await tx.updateTable('mailings').set({ cursor, done_at: doneAt }).where('id', '=', id).execute()
}

/**
 * Deletes mailings with their mails and dismissals, so that they are sent again to everybody when they are due again.
 */
export async function deleteMailingsByCause(tx: Db, causes: readonly string[]): Promise<void> {
  if (causes.length === 0) return
  for (const table of ['mailings', 'outbox', 'dismissed_notices'] as const)
    await tx.deleteFrom(table).where('cause', 'in', causes).execute()
}

/**
 * Resets all mailings that are due after `now` (game time), when the demo's clock is moved back: they are sent again
 * to those who have no mail of them yet. Results mailings of reopened rounds are deleted.
 */
export async function resetFutureMailings(tx: Db, now: number): Promise<void> {
  const deleted = await tx
    .deleteFrom('mailings')
    .where('kind', '=', 'results')
    .where((mailing) =>
      mailing.exists(
        mailing
          .selectFrom('rounds')
          .select('rounds.round_number')
          .whereRef('rounds.game_id', '=', 'mailings.game_id')
          .whereRef('rounds.round_number', '=', 'mailings.round_number')
          .where('deadline_at', '>', now),
      ),
    )
    .returning('cause')
    .execute()
  const reset = await tx
    .updateTable('mailings')
    .set({ cursor: 0, done_at: null })
    .where('due_at', '>', now)
    .returning('cause')
    .execute()
  const causes = [...deleted, ...reset].map(({ cause }) => cause)
  if (causes.length === 0) return
  await tx
    .deleteFrom('outbox')
    .where('cause', 'in', causes)
    .where('state', 'in', ['waiting', 'dropped'])
    .execute()
}

/**
 * A manager with a confirmed address, with the data that decides whether a mailing is for them. A missing line-up for
 * the round counts as automatic; late joiners have none.
 */
export type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]

const choiceColumns = {
  season: 'wants_season',
  reminder: 'wants_reminder',
  results: 'wants_results',
} as const

type RecipientQuery = Pick<Mailing, 'kind' | 'gameId' | 'roundNumber'> & { after: number; limit: number }

/**
 * The managers after this id, in order, whether they want that kind of mail or not: each batch costs the same, however
 * few do.
 */
export async function listRecipients(db: Db, { kind, gameId, roundNumber, after, limit }: RecipientQuery) {
  const rows = await db
    .selectFrom('mail_addresses as address')
    .leftJoin('teams', (join) =>
      join.onRef('teams.manager_id', '=', 'address.manager_id').on('teams.game_id', '=', gameId),
    )
    .leftJoin('lineups', (join) =>
      join.onRef('lineups.team_id', '=', 'teams.id').on('lineups.round_number', '=', roundNumber ?? 0),
    )
    .select([
      'address.manager_id as managerId',
      'address.id as addressId',
      `address.${choiceColumns[kind]} as isSubscribed`,
      'teams.id as teamId',
      'lineups.is_automatic as isAutomatic',
    ])
    .where('address.confirmed_at', 'is not', null)
    .where('address.manager_id', '>', after)
    .orderBy('address.manager_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    managerId: row.managerId,
    addressId: row.addressId,
    isSubscribed: row.isSubscribed === 1,
    hasTeam: row.teamId !== null,
    isAutomatic: row.isAutomatic !== 0,
    hasLineup: row.isAutomatic !== null,
  }))
}
