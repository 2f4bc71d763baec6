import { randomBytes } from 'node:crypto'
import type { Visitor } from '#app/auth/permissions.ts'
import { withTimeout } from '#app/auth/provider/discovery.server.ts'
import { cookies, serializeCookie } from '#app/http/cookies/cookie.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { deleteSession, findSession, insertSession, type Session } from '#db/accounts/sessions.server.ts'
import { updateTimeZone } from '#db/mail/mail-addresses.server.ts'
import type { Db, RolesSource } from '#db/schema.server.ts'
import { hasAdminRights, isExpired, isRenewalDue, sessionLifetimes } from './session-lifetimes.ts'
import { renewSession, startRenewal } from './session-renewal.server.ts'
import { recordSessionUse } from './session-uses.server.ts'
import { decryptToken, encryptToken, hashSecret } from './token-encryption.server.ts'

export interface SessionInput {
  managerId: number
  now: number
  isAdmin?: boolean
  rolesFrom?: RolesSource | null
  providerSession?: string | null
  idToken?: string | null
  refreshToken?: string | null
  renewAt?: number | null
}

/**
 * Creates a session with a new id of 256 random bits; the database stores only its hash (security.md). `setCookie` is for
 * the response, `cookieHeader` is the header that the browser will send.
 */
export async function createSession(db: Db, start: SessionInput) {
  const id = randomBytes(32).toString('base64url')
  const idHash = hashSecret(id)
  await insertSession(db, toRow(idHash, start), start.now - sessionLifetimes.idle)
  return {
    idHash,
    setCookie: serializeCookie(cookies.session, id),
    cookieHeader: `${cookies.session.name}=${id}`,
  }
}

/**
 * The visitor of a session id, or null, from the stored session: a due renewal runs in the background and takes effect
 * with the next request (D26). Deletes an expired session. `now` is the system clock. `use`: recorded, if it is somebody's use
 * and not a question of a page that is left open, with the browser's time zone (undefined: it says none), as mails use the last
 * one (D19).
 */
export async function findSessionVisitor(
  db: Db,
  id: string,
  now: number,
  use?: { timeZone: string | null | undefined },
): Promise<Visitor | null> {
  const session = await findSession(db, hashSecret(id))
  if (!session) return null
  if (isExpired(session, now)) {
    await logFailedWrite(deleteSession(db, session.idHash))
    return null
  }
  if (isRenewalDue(session, now)) startRenewal(db, session, now)
  const { idHash, managerId } = session
  if (use && now - session.lastSeenAt >= sessionLifetimes.seenEvery) {
    recordSessionUse(db, idHash, now)
    const { timeZone } = use
    // Not later: the request may save another one.
    if (timeZone !== undefined) await logFailedWrite(updateTimeZone(db, { managerId, timeZone }))
  }
  return {
    managerId,
    isAdmin: hasAdminRights(session, now),
    rolesFrom: session.rolesFrom,
    sessionHash: idHash,
    resultsChoice: session.resultsChoice,
  }
}

/**
 * Waits for the provider to confirm an admin's rights when the last confirmation is too old (D26), 4.5 s at most. Returns
 * at once for everybody else. Without a confirmation in time the visitor has no admin rights. `now` is the system clock.
 */
export async function confirmAdminRights(db: Db, id: string, now: number): Promise<void> {
  const session = await findSession(db, hashSecret(id))
  if (!session?.isAdmin || isExpired(session, now) || hasAdminRights(session, now)) return
  await withTimeout(renewSession(db, session, now)).catch(() => {})
}

/** Ends the session of this id. Returns its ID token for the provider's logout, or null without a session. */
export async function endSession(db: Db, id: string): Promise<{ idToken: string | null } | null> {
  const session = await findSession(db, hashSecret(id))
  if (!session) return null
  await deleteSession(db, session.idHash)
  return { idToken: readIdToken(session) }
}

/** The ID token of the session of this id, or null. */
export async function findIdToken(db: Db, id: string): Promise<string | null> {
  const session = await findSession(db, hashSecret(id))
  return session ? readIdToken(session) : null
}

function readIdToken({ idTokenSealed, idHash }: Session): string | null {
  return idTokenSealed && decryptToken(idTokenSealed, idHash)
}

function toRow(idHash: string, start: SessionInput) {
  const { idToken = null, refreshToken = null } = start
  return {
    id_hash: idHash,
    manager_id: start.managerId,
    is_admin: start.isAdmin ? (1 as const) : (0 as const),
    roles_from: start.rolesFrom ?? null,
    provider_session: start.providerSession ?? null,
    id_token_sealed: idToken && encryptToken(idToken, idHash),
    refresh_token_sealed: refreshToken && encryptToken(refreshToken, idHash),
    created_at: start.now,
    last_seen_at: start.now,
    renew_at: refreshToken === null ? null : (start.renewAt ?? null),
    renewal_failing_since: null,
  }
}

/** Logs a failed write and continues: with a full disk pages must still be readable. */
async function logFailedWrite(write: Promise<unknown>): Promise<void> {
  await write.catch((error: unknown) => logLine('error', 'session not written', describeError(error)))
}
