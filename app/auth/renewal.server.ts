import { describeError, logLine } from '#app/http/log.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  deleteSession,
  type Session,
  takeRenewalLease,
  updateRenewalFailed,
  updateRenewed,
} from '#db/sessions.server.ts'
import type { Renewal } from './identity.server.ts'
import { isOutOfGrace, lifetimes, renewalAfter } from './lifetimes.ts'
import { isRefusal, refresh } from './oidc.server.ts'
import { within } from './provider.server.ts'
import { seal, unseal } from './sealing.server.ts'

/** Longer than any response is awaited: a second process must not spend the same refresh token meanwhile. */
const leaseMs = 60_000

/** Renewals under way beside requests: a silent provider must not collect more. */
const mostAtOnce = 50

/** How long a process that stops waits for what the provider answers. */
const farewellMs = 1_500

const running = new Map<string, Promise<void>>()

/** Begins to renew a session that nobody waits for. With too many under way it stays due, for a later request. */
export function beginRenewal(db: Db, session: Session, now: number): void {
  if (running.size < mostAtOnce) renewSession(db, session, now)
}

/**
 * Renews a session by its refresh token, once for all who ask, and stores what came of it. It ends when the provider
 * refuses, or has been out of reach for 24 hours (D26). Settles within 30 s and never rejects. `now` is the system clock.
 */
export function renewSession(db: Db, session: Session, now: number): Promise<void> {
  const known = running.get(session.idHash)
  if (known) return known
  const renewal = renewOnce(db, session, now)
    // A database that cannot be written (a full disk) must not sign anybody out.
    .catch((error: unknown) => logLine('error', 'session not renewed', describeError(error)))
    .finally(() => running.delete(session.idHash))
  running.set(session.idHash, renewal)
  return renewal
}

/**
 * Waits for renewals under way, `limitMs` at most. For a process that stops: their refresh tokens are spent, so what comes
 * back must be stored. Never rejects.
 */
export async function finishRenewals(limitMs: number = farewellMs): Promise<void> {
  await within(Promise.all(running.values()), limitMs).catch(() => {})
}

async function renewOnce(db: Db, session: Session, now: number): Promise<void> {
  const { idHash, subject, refreshTokenSealed } = session
  const refreshToken = refreshTokenSealed && unseal(refreshTokenSealed, idHash)
  if (!refreshToken) return end(db, session)
  const isOurs = await takeRenewalLease(db, idHash, { now, until: now + leaseMs })
  if (!isOurs) return
  try {
    await store(db, session, await refresh(refreshToken, subject), now)
  } catch (error) {
    if (isRefusal(error)) await end(db, session)
    else await keepFailing(db, session, now)
  }
}

async function store(db: Db, session: Session, renewal: Renewal, now: number): Promise<void> {
  if (renewal.subject !== undefined && renewal.subject !== session.subject) return end(db, session)
  const isAdmin = renewal.isAdmin ?? session.isAdmin
  const { idToken, refreshToken } = renewal
  await updateRenewed(db, session.idHash, {
    is_admin: isAdmin ? 1 : 0,
    id_token_sealed: idToken ? seal(idToken, session.idHash) : session.idTokenSealed,
    refresh_token_sealed: refreshToken ? seal(refreshToken, session.idHash) : session.refreshTokenSealed,
    renew_at: now + renewalAfter(renewal.lifeSeconds, isAdmin),
  })
}

async function keepFailing(db: Db, session: Session, now: number): Promise<void> {
  const failingSince = session.renewalFailingSince ?? now
  if (isOutOfGrace(failingSince, now)) return end(db, session)
  await updateRenewalFailed(db, session.idHash, { failingSince, retryAt: now + lifetimes.retryEvery })
}

async function end(db: Db, session: Session): Promise<void> {
  await deleteSession(db, session.idHash)
}
