import type { Insertable, Updateable } from 'kysely'
import { compileOnce } from '#db/compile-once.server.ts'
import { deleteOldestRows } from '#db/row-bounds.server.ts'
import type { Db, Schema } from '#db/schema.server.ts'
import { choiceColumns, toResultsChoice } from './results-choices.server.ts'

type NewSession = Insertable<Schema['sessions']>

/** A session with its manager. Instants: epoch ms. */
export type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>

const selectSession = compileOnce((db) =>
  db
    .selectFrom('sessions')
    .innerJoin('managers', 'managers.id', 'sessions.manager_id')
    .select(['id_hash as idHash', 'manager_id as managerId', 'managers.issuer', 'managers.subject'])
    .select(['is_admin as isAdmin', 'roles_from as rolesFrom', ...choiceColumns])
    .select(['id_token_sealed as idTokenSealed', 'refresh_token_sealed as refreshTokenSealed'])
    .select(['sessions.created_at as createdAt', 'last_seen_at as lastSeenAt', 'renew_at as renewAt'])
    .select(['renewal_lease_until as renewalLeaseUntil', 'renewal_failing_since as renewalFailingSince'])
    .where('id_hash', '=', '')
    .compile(),
)

/** The session with this id hash, with its manager's identity at the provider. */
export async function findSession(db: Db, idHash: string) {
  const [row] = await selectSession(db, [idHash])
  if (!row) return undefined
  const { hides_results, revealed_year, revealed_round, ...session } = row
  const resultsChoice = toResultsChoice({ hides_results, revealed_year, revealed_round })
  return { ...session, isAdmin: row.isAdmin === 1, resultsChoice }
}

/** Maximal number of sessions a manager: a further one ends the least recently used. */
export const maxSessions = 100

/** Inserts a session and deletes those last seen before `forgetBefore` (epoch ms), which have expired. */
export async function insertSession(db: Db, session: NewSession, forgetBefore: number): Promise<void> {
  await db.deleteFrom('sessions').where('last_seen_at', '<', forgetBefore).execute()
  await db.insertInto('sessions').values(session).execute()
  const oldest = db
    .selectFrom('sessions')
    .select('id_hash')
    .where('manager_id', '=', session.manager_id)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .offset(maxSessions)
  await db.deleteFrom('sessions').where('id_hash', 'in', oldest).execute()
}

/** Updates when sessions were used last, with one write for all. */
export async function updateLastUse(
  db: Db,
  { idHashes, now }: { idHashes: readonly string[]; now: number },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id_hash', 'in', padList(idHashes))
    .execute()
}

/** Updates what a session's renewal brought. Admin rights expire by `renew_at`. */
export async function updateSession(
  db: Db,
  idHash: string,
  change: Updateable<Schema['sessions']>,
): Promise<void> {
  await db.updateTable('sessions').set(change).where('id_hash', '=', idHash).execute()
}

/** Ends one session. False when it had already ended. */
export async function deleteSession(db: Db, idHash: string): Promise<boolean> {
  const result = await db.deleteFrom('sessions').where('id_hash', '=', idHash).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/**
 * Ends the sessions of the provider's session `sid`, of `subject`, or of both combined (Back-Channel Logout 1.0,
 * 2.6). Neither ends none. Returns how many ended.
 */
export async function deleteSessionsOfProvider(
  db: Db,
  filter: { issuer: string; subject?: string | undefined; sid?: string | undefined },
): Promise<number> {
  if (filter.subject === undefined && filter.sid === undefined) return 0
  let managers = db.selectFrom('managers').select('id').where('issuer', '=', filter.issuer)
  if (filter.subject !== undefined) managers = managers.where('subject', '=', filter.subject)
  let sessions = db.deleteFrom('sessions').where('manager_id', 'in', managers)
  if (filter.sid !== undefined) sessions = sessions.where('provider_session', '=', filter.sid)
  return Number((await sessions.executeTakeFirst()).numDeletedRows)
}

/**
 * Acquires the lease to renew the session, so that only one of several concurrent requests, in any process, does.
 * False when another request holds it or has just failed.
 */
export async function acquireRenewalLease(
  db: Db,
  idHash: string,
  { now, until }: { now: number; until: number },
): Promise<boolean> {
  const result = await db
    .updateTable('sessions')
    .set({ renewal_lease_until: until })
    .where('id_hash', '=', idHash)
    .where('renewal_lease_until', '<=', now)
    .where('renew_at', '<=', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Stores a logout token until it expires. False for a replay. */
export async function insertLogoutToken(
  db: Db,
  token: { hash: string; expiresAt: number; now: number },
): Promise<boolean> {
  await db.deleteFrom('logout_tokens_seen').where('expires_at', '<', token.now).execute()
  const result = await db
    .insertInto('logout_tokens_seen')
    .values({ token_hash: token.hash, expires_at: token.expiresAt })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .executeTakeFirst()
  await deleteOldestRows(db, 'logout_tokens_seen')
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Repeats the last item until there are 1, 2, 4, 8 … of them: for a list of parameters, so that few different statements stay
 * prepared, whatever its length. An empty list stays empty.
 */
function padList<Item>(items: readonly Item[]): Item[] {
  const last = items.at(-1)
  if (last === undefined) return []
  const length = 2 ** Math.ceil(Math.log2(items.length))
  return [...items, ...Array<Item>(length - items.length).fill(last)]
}
