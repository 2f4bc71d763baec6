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

/**
 * Deletes and returns an attempt, so that a callback counts once. Undefined when unknown, used, or begun before
 * `since`.
 */
export async function consumeSignInAttempt(
  db: Db,
  stateHash: string,
  since: number,
): Promise<{ redirectTo: string } | undefined> {
  return db
    .deleteFrom('sign_in_attempts')
    .where('state_hash', '=', stateHash)
    .where('created_at', '>=', since)
    .returning('redirect_to as redirectTo')
    .executeTakeFirst()
}
