import { OAuth2RequestError } from 'remix-auth-oauth2'
import { withTimeout } from '#app/auth/provider/discovery.server.ts'
import type { Identity } from '#app/auth/provider/identity.server.ts'
import { beginSignIn, completeSignIn, isGrantRefused } from '#app/auth/provider/oidc.server.ts'
import { isInvalidToken } from '#app/auth/provider/verify-tokens.server.ts'
import { createSession } from '#app/auth/session/session.server.ts'
import { readSessionId } from '#app/auth/session/session-cookie.server.ts'
import { computeRenewalDelay } from '#app/auth/session/session-lifetimes.ts'
import { hashSecret } from '#app/auth/session/token-encryption.server.ts'
import type { SignInProblem } from '#app/game/errors/sign-in-errors.ts'
import type { ResultsChoice } from '#app/game/results-choice.ts'
import { cookies } from '#app/http/cookies/cookie.server.ts'
import { readResultsCookie, serializeResultsCookie } from '#app/http/cookies/results-choice.server.ts'
import { describeError, logLine, toLoggedText } from '#app/server/monitoring/log.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { findResultsChoice, updateResultsChoice } from '#db/accounts/results-choices.server.ts'
import { deleteSession } from '#db/accounts/sessions.server.ts'
import {
  consumeSignInAttempt,
  findSignInTarget,
  insertSignInAttempt,
} from '#db/accounts/sign-in-attempts.server.ts'
import { isDatabaseUnavailable } from '#db/errors.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  clearAttemptCookie,
  clearOldAttemptCookies,
  findAttemptCookie,
  findNewestState,
} from './attempt-cookie.server.ts'
import { safeRedirectTarget } from './redirect-target.ts'

const attemptMaxAgeMs = cookies.attempt.maxAge * 1000
/** How long the target of an attempt that is over is known, to begin again with it. */
const targetMaxAgeMs = 24 * 60 * 60 * 1000

/** Begins a sign-in that redirects to `target` (made safe here). Returns the provider's URL and the cookies to set. */
export async function startSignIn(
  db: Db,
  request: Request,
  { target, now }: { target: unknown; now: number },
) {
  const redirectTo = safeRedirectTarget(target)
  try {
    const { url, state, setCookie } = await beginSignIn()
    const forgetBefore = now - targetMaxAgeMs
    await insertSignInAttempt(db, { stateHash: hashSecret(state), redirectTo, now, forgetBefore })
    return { ok: true as const, url, cookies: [setCookie, ...clearOldAttemptCookies(request)] }
  } catch (error) {
    return { ok: false as const, problem: toSignInProblem(error), redirectTo }
  }
}

/**
 * Completes a sign-in at the callback, once per attempt, with a new session id. Returns the target of the state's row (D24), or
 * of this browser's newest attempt, and the cookies to set. Knowing the state of another browser's attempt signs nobody in and
 * does not consume it.
 */
export async function finishSignIn(db: Db, request: Request, now: number) {
  const url = new URL(request.url)
  const state = url.searchParams.get('state')
  let redirectTo = '/'
  let cookies: string[] = []
  const fail = (problem: SignInProblem) => ({ ok: false as const, problem, redirectTo, cookies })
  if (!isBounded(url)) return fail('SIGN_IN_OVER')
  try {
    const stateHash = hashSecret(state || (findNewestState(request) ?? ''))
    const target = await findSignInTarget(db, stateHash)
    redirectTo = safeRedirectTarget(target)
    const attemptCookie = findAttemptCookie(request, state)
    const problem = findProblem(url.searchParams, target, attemptCookie)
    if (problem || !attemptCookie) return fail(problem ?? 'SIGN_IN_OVER')
    const isOpen = await consumeSignInAttempt(db, stateHash, now - attemptMaxAgeMs)
    cookies = [clearAttemptCookie(attemptCookie)]
    if (!isOpen) return fail('SIGN_IN_OVER')
    const identity = await withTimeout(completeSignIn(url, attemptCookie))
    const { session, choice } = await replaceSession(db, request, { identity, now })
    const hiding = choice.kind === 'hide' ? [serializeResultsCookie(choice)] : []
    return { ok: true as const, redirectTo, cookies: [session.setCookie, ...hiding, ...cookies] }
  } catch (error) {
    return fail(toSignInProblem(error))
  }
}

/** Why an answer of the provider signs nobody in, as far as its address tells; undefined when it may sign in. */
function findProblem(params: URLSearchParams, target?: string, attemptCookie?: string) {
  const error = params.get('error')
  if (error) return toProblemOfProvider(error, params.get('error_description'))
  if (!params.get('code') || target === undefined) return 'SIGN_IN_OVER'
  return attemptCookie ? undefined : 'SIGN_IN_BEGAN_ELSEWHERE'
}

/** State, code and the like are a few hundred characters. */
const maxLength = 4096

function isBounded({ searchParams }: URL): boolean {
  return [...searchParams.values()].every((value) => value.length <= maxLength)
}

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

/** What an error in the address says. Keycloak's expired page is `temporarily_unavailable` with a description of its own. */
function toProblemOfProvider(error: string, description: string | null): SignInProblem {
  // `login_required` and its like: OpenID Connect Core, 3.1.2.6.
  if (/denied|cancell?ed|^(?:consent|interaction|registration|mfa)_required$/i.test(error))
    return 'SIGN_IN_CANCELLED'
  if (/expired$|_(?:required|timeout)$/.test(error) || description === 'authentication_expired')
    return 'SIGN_IN_PAGE_EXPIRED'
  logLine('warn', 'sign-in failed', {
    error: toLoggedText(error),
    description: toLoggedText(description ?? ''),
  })
  return toFailure(error)
}

function toFailure(code: string): SignInProblem {
  return providerFailureCodes.includes(code) ? 'PROVIDER_UNREACHABLE' : 'SIGN_IN_REFUSED'
}

/** Distinguishes an unreachable or broken provider from an invalid response. Bugs count as the former and are logged. */
function toSignInProblem(error: unknown): SignInProblem {
  logLine('warn', 'sign-in failed', describeError(error))
  if (isDatabaseUnavailable(error)) return 'SIGN_IN_NOT_STORED'
  // The code has expired or was used: the same callback twice, or after a pause.
  if (isGrantRefused(error)) return 'SIGN_IN_OVER'
  if (error instanceof OAuth2RequestError) return toFailure(error.code)
  // An issuer of another provider; remix-auth-oauth2 throws these, too.
  if (error instanceof ReferenceError || error instanceof RangeError) return 'SIGN_IN_REFUSED'
  return isInvalidToken(error) ? 'SIGN_IN_REFUSED' : 'PROVIDER_UNREACHABLE'
}
