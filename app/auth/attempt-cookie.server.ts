import { config } from '#app/config.server.ts'

/** An attempt may take an hour: a newcomer reads a confirmation mail before coming back. */
export const attemptLifeSeconds = 60 * 60

const name = 'attempt'
const mostOpen = 4

/** How remix-auth-oauth2 writes the cookie of an attempt: one each, named `attempt:<uuid>`. */
export const attemptCookie = {
  name,
  path: '/auth',
  httpOnly: true,
  ...(config.isHttps ? { secure: true as const } : {}),
  sameSite: 'Lax',
  maxAge: attemptLifeSeconds,
} as const

/**
 * Set-Cookie values that clear the oldest attempts, so that attempts never pile up until requests grow too long.
 * A few stay: somebody may be signing in from two tabs. Browsers send older cookies first (RFC 6265, 5.4).
 */
export function dropOldAttempts(request: Request): string[] {
  const attempts = listAttempts(request)
  return attempts.slice(0, Math.max(0, attempts.length - (mostOpen - 1))).map(([cookie]) => drop(cookie))
}

/** Set-Cookie values that clear the attempt this callback belongs to. */
export function dropAttempt(request: Request, state: string): string[] {
  const mine = listAttempts(request).filter(
    ([, value]) => new URLSearchParams(decode(value)).get('state') === state,
  )
  return mine.map(([cookie]) => drop(cookie))
}

function listAttempts(request: Request): (readonly [string, string])[] {
  const pairs = (request.headers.get('Cookie') ?? '').split(/;\s*/)
  return pairs
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const)
    .filter(([cookie]) => /^attempt:[\w-]+$/.test(cookie))
}

function drop(cookie: string): string {
  return `${cookie}=; Path=/auth; Max-Age=0; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
