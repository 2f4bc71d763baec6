import { formatConsent, parseConsent } from '#app/game/consent.ts'
import { readCookie } from '#app/http/cookies/flash.server.ts'

/** A visitor's consent as a Cookie header with that one cookie in its canonical form; '' without consent given. */
export function toConsentCacheKey(cookie: string | undefined): string {
  const consent = parseConsent(readCookie(cookie, 'consent'))
  return consent.isGiven ? `consent=${formatConsent(consent)}` : ''
}
