import { withTimeout } from '#app/auth/provider/discovery.server.ts'
import type { Renewal } from '#app/auth/provider/identity.server.ts'
import { isGrantRefused, isRenewalRefused, refreshTokens } from '#app/auth/provider/oidc.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import {
  acquireRenewalLease,
  deleteSession,
  type Session,
  updateSession,
} from '#db/accounts/sessions.server.ts'
import type { Db } from '#db/schema.server.ts'
import { computeRenewalDelay, isGraceOver, sessionLifetimes } from './session-lifetimes.ts'
import { decryptToken, encryptToken } from './token-encryption.server.ts'

/** Longer than every timeout: a second process must not use the same refresh token meanwhile. */
const leaseMs = 60_000

/** The limit of concurrent background renewals, for a provider that does not respond. */
const maxConcurrent = 50

/** How long a stopping process waits for pending renewals. */
const shutdownTimeoutMs = 1_500

const pendingRenewals = new Map<string, Promise<void>>()

/** Starts a background renewal. At the limit the session stays due for a later request. */
export function startRenewal(db: Db, session: Session, now: number): void {
  if (pendingRenewals.size < maxConcurrent) renewSession(db, session, now)
}

/**
 * Renews a session by its refresh token, once for concurrent callers, and stores the result. The session ends when the
 * provider refuses or has been unreachable for 24 hours (D26). Settles within 30 s and never rejects. `now` is the system
 * clock.
 */
export function renewSession(db: Db, session: Session, now: number): Promise<void> {
  const pending = pendingRenewals.get(session.idHash)
  if (pending) return pending
  const renewal = renewOnce(db, session, now)
    // A database that cannot be written (a full disk) must not end the session.
    .catch((error: unknown) => logLine('error', 'session not renewed', describeError(error)))
    .finally(() => pendingRenewals.delete(session.idHash))
  pendingRenewals.set(session.idHash, renewal)
  return renewal
}

/**
 * Waits for pending renewals, `limitMs` at most. For a stopping process: their refresh tokens are already used, so the new
 * ones must be stored. Never rejects.
 */
export async function awaitRenewals(limitMs: number = shutdownTimeoutMs): Promise<void> {
  await withTimeout(Promise.all(pendingRenewals.values()), limitMs).catch(() => {})
}

async function renewOnce(db: Db, session: Session, now: number): Promise<void> {
  const { idHash, refreshTokenSealed } = session
  const refreshToken = refreshTokenSealed && decryptToken(refreshTokenSealed, idHash)
  if (!refreshToken) return void (await deleteSession(db, idHash))
  const hasLease = await acquireRenewalLease(db, idHash, { now, until: now + leaseMs })
  if (!hasLease) return
  const keep = (token: string) =>
    updateSession(db, idHash, { refresh_token_sealed: encryptToken(token, idHash) })
  try {
    await storeRenewal(db, session, await refreshTokens(refreshToken, session, keep), now)
  } catch (error) {
    const isRefused = isRenewalRefused(error)
    // Of a session that goes on, only its first failure: a provider that is down fails them all, again and again.
    if (!isGrantRefused(error) && (isRefused || session.renewalFailingSince === null))
      logLine('warn', 'session not renewed', describeError(error))
    if (isRefused) await deleteSession(db, idHash)
    else await recordFailedRenewal(db, session, now)
  }
}

async function storeRenewal(db: Db, session: Session, renewal: Renewal, now: number): Promise<void> {
  const { idHash } = session
  if (renewal.subject !== undefined && renewal.subject !== session.subject)
    return void (await deleteSession(db, idHash))
  const isAdmin = renewal.isAdmin ?? session.isAdmin
  const { idToken } = renewal
  await updateSession(db, idHash, {
    is_admin: isAdmin ? 1 : 0,
    roles_from: renewal.rolesFrom,
    id_token_sealed: idToken ? encryptToken(idToken, idHash) : session.idTokenSealed,
    renew_at: now + computeRenewalDelay(renewal.lifeSeconds, isAdmin),
    renewal_failing_since: null,
    renewal_lease_until: 0,
  })
}

async function recordFailedRenewal(
  db: Db,
  { idHash, renewalFailingSince }: Session,
  now: number,
): Promise<void> {
  const failingSince = renewalFailingSince ?? now
  if (isGraceOver(failingSince, now)) return void (await deleteSession(db, idHash))
  // The due time stays: admin rights expire by it. The lease lets nobody retry before its end.
  const retryAt = now + sessionLifetimes.retryEvery
  await updateSession(db, idHash, { renewal_failing_since: failingSince, renewal_lease_until: retryAt })
}
