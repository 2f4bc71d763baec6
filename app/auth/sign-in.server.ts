import { OAuth2RequestError } from 'remix-auth-oauth2'
import { isPassing } from '#app/http/attempt.server.ts'
import { describeError, logLine } from '#app/http/log.server.ts'
import { ensureManager } from '#db/managers.server.ts'
import type { Db } from '#db/schema.server.ts'
import { deleteSession } from '#db/sessions.server.ts'
import { insertSignInAttempt, takeSignInAttempt } from '#db/sign-in-attempts.server.ts'
import { attemptLifeSeconds, dropAttempt, dropOldAttempts, findAttempt } from './attempt-cookie.server.ts'
import type { Identity } from './identity.server.ts'
import { renewalAfter } from './lifetimes.ts'
import { beginSignIn, completeSignIn } from './oidc.server.ts'
import { within } from './provider.server.ts'
import { fingerprint } from './sealing.server.ts'
import { createSession } from './session.server.ts'
import { readSessionId } from './session-cookie.server.ts'
import { safeTarget } from './target.ts'
import { isUnsound } from './tokens.server.ts'

/** Why nobody was signed in: the provider did not answer, its answer was not to be trusted, or nothing could be stored. */
export type SignInProblem = 'PROVIDER_UNREACHABLE' | 'SIGN_IN_REFUSED' | 'SIGN_IN_NOT_STORED'

export const problemStatus: Record<SignInProblem, number> = {
  PROVIDER_UNREACHABLE: 502,
  SIGN_IN_REFUSED: 400,
  SIGN_IN_NOT_STORED: 503,
}

/** Begins a sign-in that will lead to `target` (made safe here). Tells the provider's address and the cookies to set. */
export async function startSignIn(
  db: Db,
  request: Request,
  { target, now }: { target: unknown; now: number },
) {
  const redirectTo = safeTarget(target)
  try {
    const { url, state, setCookie } = await beginSignIn()
    const forgetBefore = now - attemptLifeSeconds * 1000
    await insertSignInAttempt(db, { stateHash: fingerprint(state), redirectTo, now, forgetBefore })
    return { ok: true as const, url, cookies: [setCookie, ...dropOldAttempts(request)] }
  } catch (error) {
    return { ok: false as const, problem: toProblem(error), redirectTo }
  }
}

/**
 * Ends a sign-in at the callback: once per attempt, under a new session id. Tells where to go and the cookies to set. An attempt that
 * this browser did not begin is not touched: knowing its state must not be enough to spoil it.
 */
export async function finishSignIn(db: Db, request: Request, now: number) {
  const url = new URL(request.url)
  const state = url.searchParams.get('state')
  const own = state && isBounded(url) && findAttempt(request, state)
  if (!own) return { ...unknownAttempt, cookies: [] }
  const cookies = [dropAttempt(own)]
  let redirectTo = '/'
  try {
    const attempt = await takeSignInAttempt(db, fingerprint(state), now - attemptLifeSeconds * 1000)
    if (!attempt) return { ...unknownAttempt, cookies }
    redirectTo = attempt.redirectTo
    const identity = await within(completeSignIn(url, own))
    const session = await replaceSession(db, identity, { oldId: readSessionId(request), now })
    return { ok: true as const, redirectTo, cookies: [session.setCookie, ...cookies] }
  } catch (error) {
    return { ok: false as const, isUnknown: false, problem: toProblem(error), redirectTo, cookies }
  }
}

/** State, code and the like are a few hundred characters. */
const mostLength = 4096

function isBounded({ searchParams }: URL): boolean {
  return [...searchParams.values()].every((value) => value.length <= mostLength)
}

const unknownAttempt = { ok: false, isUnknown: true, problem: 'SIGN_IN_REFUSED', redirectTo: '/' } as const

async function replaceSession(db: Db, who: Identity, { oldId, now }: { oldId: string | null; now: number }) {
  return db.transaction().execute(async (tx) => {
    if (oldId) await deleteSession(tx, fingerprint(oldId))
    const managerId = await ensureManager(tx, { ...who, now })
    const renewAt = now + renewalAfter(who.lifeSeconds, who.isAdmin)
    return createSession(tx, { ...who, managerId, renewAt, now })
  })
}

const unanswered = ['server_error', 'temporarily_unavailable']

/** A provider that is broken or silent is told from an answer that is wrong. Bugs count as the former, and are logged. */
function toProblem(error: unknown): SignInProblem {
  logLine('warn', 'sign-in failed', describeError(error))
  if (isPassing(error)) return 'SIGN_IN_NOT_STORED'
  if (error instanceof OAuth2RequestError) {
    return unanswered.includes(error.code) ? 'PROVIDER_UNREACHABLE' : 'SIGN_IN_REFUSED'
  }
  // What remix-auth-oauth2 throws when state or code is missing or not the browser's own.
  if (error instanceof ReferenceError || error instanceof RangeError) return 'SIGN_IN_REFUSED'
  return isUnsound(error) ? 'SIGN_IN_REFUSED' : 'PROVIDER_UNREACHABLE'
}
