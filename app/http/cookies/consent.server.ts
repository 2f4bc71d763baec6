import { config } from '#app/config.server.ts'
import { type Consent, formatConsent, parseConsent } from '#app/game/consent.ts'
import { readCookie } from './flash.server.ts'

const name = 'consent'
const yearSeconds = 365 * 24 * 60 * 60

/** The visitor's cookie consent (D30). A cookie that does not parse counts as missing. */
export function readConsent(request: Request): Consent {
  return parseConsent(readCookie(request.headers.get('Cookie'), name))
}

/** The Set-Cookie value that stores a consent for a year. */
export function serializeConsentCookie(consent: Consent): string {
  const secure = config.isHttps ? '; Secure' : ''
  return `${name}=${formatConsent(consent)}; Max-Age=${yearSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** A visitor's consent as a Cookie header with that one cookie in its canonical form; '' without consent given. */
export function toConsentCacheKey(cookie: string | undefined): string {
  const consent = parseConsent(readCookie(cookie, name))
  return consent.isGiven ? `${name}=${formatConsent(consent)}` : ''
}
