import { describeError, logLine } from '#app/http/log.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  deleteSession,
  findSession,
  type Session,
  takeRenewalLease,
  updateRenewalFailed,
  updateRenewed,
} from '#db/sessions.server.ts'
import type { Renewal } from './identity.server.ts'
import { lifetimes, renewalAfter } from './lifetimes.ts'
import { isRefusal, refresh } from './oidc.server.ts'
import { within } from './provider.server.ts'
import { seal, unseal } from './sealing.server.ts'

/** Longer than any answer is awaited: a second process must not spend the same refresh token meanwhile. */
const leaseMs = 60_000

const running = new Map<string, Promise<Session | null>>()

/**
 * Renews a session by its refresh token, once for all parallel requests. Null when the provider refuses: it has ended.
 * An unreachable provider leaves the session as it was, marked as failing (D26). Never waits longer than 5 s.
 */
export function renewSession(db: Db, session: Session, now: number): Promise<Session | null> {
  const alreadyAsked = running.get(session.idHash)
  if (alreadyAsked) return alreadyAsked
  const asked = renewOnce(db, session, now)
    .catch((error: unknown) => keepUnrenewed(session, error))
    .finally(() => running.delete(session.idHash))
  running.set(session.idHash, asked)
  return asked
}

async function renewOnce(db: Db, session: Session, now: number): Promise<Session | null> {
  const refreshToken = session.refreshTokenSealed && unseal(session.refreshTokenSealed, session.idHash)
  if (!refreshToken) return end(db, session)
  const isOurs = await takeRenewalLease(db, session.idHash, { now, until: now + leaseMs })
  if (!isOurs) return (await findSession(db, session.idHash)) ?? null

  const answer = refresh(refreshToken, session.subject)
  try {
    await store(db, session, await within(answer), now)
  } catch (error) {
    if (isRefusal(error)) return end(db, session)
    await keepFailing(db, session, now)
    answer.then((late) => store(db, session, late, now)).catch(() => {})
  }
  return (await findSession(db, session.idHash)) ?? null
}

async function store(db: Db, session: Session, renewal: Renewal, now: number): Promise<void> {
  if (renewal.subject !== undefined && renewal.subject !== session.subject)
    return void (await end(db, session))
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
  await updateRenewalFailed(db, session.idHash, { now, retryAt: now + lifetimes.retryEvery })
}

async function end(db: Db, session: Session): Promise<null> {
  await deleteSession(db, session.idHash)
  return null
}

/** A store that cannot write (a full disk) must not sign anybody out. */
function keepUnrenewed(session: Session, error: unknown): Session {
  logLine('error', 'session not renewed', describeError(error))
  return session
}
