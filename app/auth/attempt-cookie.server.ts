import { config } from '#app/config.server.ts'

/** An attempt may take an hour: a newcomer reads a confirmation mail before coming back. */
export const attemptLifeSeconds = 60 * 60

/** `__Host-` keeps other hosts of the same domain from planting one over https; it asks for the path '/'. */
const name = config.isHttps ? '__Host-attempt' : 'attempt'
const path = config.isHttps ? '/' : '/auth'
const mostOpen = 4
/** Of more than these, planted somehow, only the newest are read, and only so many characters of each. */
const mostRead = 16
const mostLength = 512

/** How remix-auth-oauth2 writes the cookie of an attempt: one each, named `attempt:<uuid>`. */
export const attemptCookie = {
  name,
  path,
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
  return attempts.slice(0, Math.max(0, attempts.length - (mostOpen - 1))).map(dropAttempt)
}

/** Whether a Cookie header carries an attempt of ours, good or not. */
export function hasAttempt(cookie: string | undefined): boolean {
  return cookie?.includes(`${name}:`) === true
}

/** The browser's own attempt with this state, as it stands in the Cookie header; undefined when it began none. */
export function findAttempt(request: Request, state: string): string | undefined {
  return listAttempts(request)
    .slice(-mostRead)
    .find((pair) => pair.length <= mostLength && stateOf(pair) === state)
}

/** The Set-Cookie value that clears an attempt of the Cookie header. */
export function dropAttempt(pair: string): string {
  const cookie = pair.slice(0, pair.indexOf('='))
  return `${cookie}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`
}

/** Every attempt of the Cookie header, as `name=value`. */
function listAttempts(request: Request): string[] {
  const pairs = (request.headers.get('Cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.filter(
    (pair) => pair.startsWith(`${name}:`) && isId(pair.slice(name.length + 1, pair.indexOf('='))),
  )
}

function isId(text: string): boolean {
  return text.length <= 64 && /^[\w-]+$/.test(text)
}

function stateOf(pair: string): string | null {
  return new URLSearchParams(decode(pair.slice(pair.indexOf('=') + 1))).get('state')
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
