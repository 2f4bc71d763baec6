import { type Consent, formatConsent, parseConsent } from '#app/game/consent.ts'
import { cookies, readCookie, serializeCookie } from './cookie.server.ts'

/** The visitor's cookie consent (D30). A cookie that does not parse counts as missing. */
export function readConsent(request: Request): Consent {
  return parseConsent(readCookie(request.headers.get('Cookie'), cookies.consent))
}

/** The Set-Cookie value that stores a consent for a year. */
export function serializeConsentCookie(consent: Consent): string {
  return serializeCookie(cookies.consent, formatConsent(consent))
}

/** A visitor's consent as a Cookie header with that one cookie in its canonical form; '' without consent given. */
export function toConsentCacheKey(cookie: string | undefined): string {
  const consent = parseConsent(readCookie(cookie, cookies.consent))
  return consent.isGiven ? `${cookies.consent.name}=${formatConsent(consent)}` : ''
}
