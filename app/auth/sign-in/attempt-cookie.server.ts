import { config } from '#app/config.server.ts'
import { decodeUri } from '#app/game/text/decode-uri.ts'
import { clearCookie, cookies, listCookiePairs } from '#app/http/cookies/cookie.server.ts'

const { name, path, maxAge } = cookies.attempt
const maxOpen = 4
/** Only the newest cookies are read, and only those of at most `maxLength` characters: an attacker may plant more. */
const maxRead = 16
const maxLength = 512

/** Options for remix-auth-oauth2, which sets one cookie per attempt, named `attempt:<uuid>`. */
export const attemptCookieOptions = {
  name,
  path,
  httpOnly: true,
  ...(config.isHttps ? { secure: true as const } : {}),
  sameSite: 'Lax',
  maxAge,
} as const

/**
 * Set-Cookie values that clear the oldest attempts, so that their number stays bounded. A few stay for sign-ins in
 * several tabs. Browsers send older cookies first (RFC 6265, 5.4).
 */
export function clearOldAttemptCookies(request: Request): string[] {
  const attempts = listAttemptCookies(request)
  return attempts.slice(0, Math.max(0, attempts.length - (maxOpen - 1))).map(clearAttemptCookie)
}

/** Whether a Cookie header contains an attempt, valid or not. */
export function hasAttemptCookie(cookie: string | undefined): boolean {
  return cookie?.includes(`${name}:`) === true
}

/** The browser's attempt with this state, as `name=value`; undefined when this browser began none. */
export function findAttemptCookie(request: Request, state: string | null): string | undefined {
  return listReadableAttempts(request).find((pair) => state && readState(pair) === state)
}

/** The state of the newest attempt that this browser began; null without one. */
export function findNewestState(request: Request): string | null {
  return readState(listReadableAttempts(request).at(-1) ?? '')
}

function listReadableAttempts(request: Request): string[] {
  return listAttemptCookies(request)
    .slice(-maxRead)
    .filter((pair) => pair.length <= maxLength)
}

export function clearAttemptCookie(pair: string): string {
  return clearCookie({ name: pair.slice(0, pair.indexOf('=')), path })
}

/** Every attempt of the Cookie header, as `name=value`. */
function listAttemptCookies(request: Request): string[] {
  return listCookiePairs(request.headers.get('Cookie')).filter(
    (pair) => pair.startsWith(`${name}:`) && isId(pair.slice(name.length + 1, pair.indexOf('='))),
  )
}

function isId(text: string): boolean {
  return text.length <= 64 && /^[\w-]+$/.test(text)
}

function readState(pair: string): string | null {
  return new URLSearchParams(decodeUri(pair.slice(pair.indexOf('=') + 1))).get('state')
}
