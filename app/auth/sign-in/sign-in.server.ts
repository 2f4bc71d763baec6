import { OAuth2RequestError } from 'remix-auth-oauth2'
import { withTimeout } from '#app/auth/provider/discovery.server.ts'
import type { Identity } from '#app/auth/provider/identity.server.ts'
import { beginSignIn, completeSignIn } from '#app/auth/provider/oidc.server.ts'
import { isInvalidToken } from '#app/auth/provider/verify-tokens.server.ts'
import { createSession } from '#app/auth/session/session.server.ts'
import { readSessionId } from '#app/auth/session/session-cookie.server.ts'
import { computeRenewalDelay } from '#app/auth/session/session-lifetimes.ts'
import { hashSecret } from '#app/auth/session/token-encryption.server.ts'
import type { ResultsChoice } from '#app/game/results-choice.ts'
import { cookies } from '#app/http/cookies/cookie.server.ts'
import { readResultsCookie, serializeResultsCookie } from '#app/http/cookies/results-choice.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { findResultsChoice, updateResultsChoice } from '#db/accounts/results-choices.server.ts'
import { deleteSession } from '#db/accounts/sessions.server.ts'
import { consumeSignInAttempt, insertSignInAttempt } from '#db/accounts/sign-in-attempts.server.ts'
import { isDatabaseUnavailable } from '#db/errors.server.ts'
import type { Db } from '#db/schema.server.ts'
import { clearAttemptCookie, clearOldAttemptCookies, findAttemptCookie } from './attempt-cookie.server.ts'
import { safeRedirectTarget } from './redirect-target.ts'

const attemptMaxAgeMs = cookies.attempt.maxAge * 1000

/** Why a sign-in failed: the provider did not respond, its response is not valid, or nothing could be stored. */
export type SignInProblem = 'PROVIDER_UNREACHABLE' | 'SIGN_IN_REFUSED' | 'SIGN_IN_NOT_STORED'

export const signInProblemStatus: Record<SignInProblem, number> = {
  PROVIDER_UNREACHABLE: 502,
  SIGN_IN_REFUSED: 400,
  SIGN_IN_NOT_STORED: 503,
}

/** Begins a sign-in that redirects to `target` (made safe here). Returns the provider's URL and the cookies to set. */
export async function startSignIn(
  db: Db,
  request: Request,
  { target, now }: { target: unknown; now: number },
) {
  const redirectTo = safeRedirectTarget(target)
  try {
    const { url, state, setCookie } = await beginSignIn()
    const forgetBefore = now - attemptMaxAgeMs
    await insertSignInAttempt(db, { stateHash: hashSecret(state), redirectTo, now, forgetBefore })
    return { ok: true as const, url, cookies: [setCookie, ...clearOldAttemptCookies(request)] }
  } catch (error) {
    return { ok: false as const, problem: toSignInProblem(error), redirectTo }
  }
}

/**
 * Completes a sign-in at the callback, once per attempt, with a new session id. Returns the redirect target and the
 * cookies to set. An attempt of another browser is not touched: knowing its state must not be enough to consume it.
 */
export async function finishSignIn(db: Db, request: Request, now: number) {
  const url = new URL(request.url)
  const state = url.searchParams.get('state')
  const attemptCookie = state && isBounded(url) && findAttemptCookie(request, state)
  if (!attemptCookie) return { ...unknownAttempt, cookies: [] }
  const cookies = [clearAttemptCookie(attemptCookie)]
  let redirectTo = '/'
  try {
    const attempt = await consumeSignInAttempt(db, hashSecret(state), now - attemptMaxAgeMs)
    if (!attempt) return { ...unknownAttempt, cookies }
    redirectTo = attempt.redirectTo
    const identity = await withTimeout(completeSignIn(url, attemptCookie))
    const { session, choice } = await replaceSession(db, request, { identity, now })
    const hiding = choice.kind === 'hide' ? [serializeResultsCookie(choice)] : []
    return { ok: true as const, redirectTo, cookies: [session.setCookie, ...hiding, ...cookies] }
  } catch (error) {
    return { ok: false as const, isUnknown: false, problem: toSignInProblem(error), redirectTo, cookies }
  }
}

/** State, code and the like are a few hundred characters. */
const maxLength = 4096

function isBounded({ searchParams }: URL): boolean {
  return [...searchParams.values()].every((value) => value.length <= maxLength)
}

const unknownAttempt = { ok: false, isUnknown: true, problem: 'SIGN_IN_REFUSED', redirectTo: '/' } as const

async function replaceSession(
  db: Db,
  request: Request,
  { identity, now }: { identity: Identity; now: number },
) {
  const oldId = readSessionId(request)
  return db.transaction().execute(async (tx) => {
    if (oldId) await deleteSession(tx, hashSecret(oldId))
    const managerId = await ensureManager(tx, { ...identity, now })
    const choice = await mergeResultsChoice(tx, managerId, readResultsCookie(request))
    const renewAt = now + computeRenewalDelay(identity.lifeSeconds, identity.isAdmin)
    return { session: await createSession(tx, { ...identity, managerId, renewAt, now }), choice }
  })
}

/** Hides results wherever the account or the browser hid them before: signing in must not show them (D38). */
async function mergeResultsChoice(
  tx: Db,
  managerId: number,
  ofBrowser: ResultsChoice,
): Promise<ResultsChoice> {
  const ofAccount = await findResultsChoice(tx, managerId)
  if (ofAccount.kind === 'hide' || ofBrowser.kind !== 'hide') return ofAccount
  await updateResultsChoice(tx, managerId, 'hide', ofBrowser)
  return ofBrowser
}

const providerFailureCodes = ['server_error', 'temporarily_unavailable']

/** Distinguishes an unreachable or broken provider from an invalid response. Bugs count as the former and are logged. */
function toSignInProblem(error: unknown): SignInProblem {
  logLine('warn', 'sign-in failed', describeError(error))
  if (isDatabaseUnavailable(error)) return 'SIGN_IN_NOT_STORED'
  if (error instanceof OAuth2RequestError) {
    return providerFailureCodes.includes(error.code) ? 'PROVIDER_UNREACHABLE' : 'SIGN_IN_REFUSED'
  }
  // remix-auth-oauth2 throws these when state or code is missing or from another browser.
  if (error instanceof ReferenceError || error instanceof RangeError) return 'SIGN_IN_REFUSED'
  return isInvalidToken(error) ? 'SIGN_IN_REFUSED' : 'PROVIDER_UNREACHABLE'
}
