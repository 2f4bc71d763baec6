import { deleteOldestRows } from '#db/row-bounds.server.ts'
import type { Db } from '#db/schema.server.ts'

/**
 * Stores an attempt with its return path (D24), and deletes attempts begun before `forgetBefore` (epoch ms), and the
 * oldest beyond the maximum.
 */
export async function insertSignInAttempt(
  db: Db,
  attempt: { stateHash: string; redirectTo: string; now: number; forgetBefore: number },
): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('created_at', '<', attempt.forgetBefore).execute()
  await db
    .insertInto('sign_in_attempts')
    .values({ state_hash: attempt.stateHash, redirect_to: attempt.redirectTo, created_at: attempt.now })
    .execute()
  await deleteOldestRows(db, 'sign_in_attempts')
}

/** Where an attempt leads to, open or over; undefined when it is unknown or forgotten. */
export async function findSignInTarget(db: Db, stateHash: string): Promise<string | undefined> {
  const attempt = await db
    .selectFrom('sign_in_attempts')
    .select('redirect_to')
    .where('state_hash', '=', stateHash)
    .executeTakeFirst()
  return attempt?.redirect_to
}

/**
 * Ends an attempt, so that a callback counts once: from now on it counts as begun before `since` (epoch ms), as one that has
 * expired. Whether it was open.
 */
export async function consumeSignInAttempt(db: Db, stateHash: string, since: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_attempts')
    .set({ created_at: since - 1 })
    .where('state_hash', '=', stateHash)
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return numUpdatedRows > 0
}
