import { formatConsent, parseConsent } from '#app/game/consent.ts'
import { readCookie } from '#app/http/cookies/flash.server.ts'

/** A visitor's choice about cookies as the Cookie header that says it and nothing more; '' when there is none. */
export function toConsentCacheKey(cookie: string | undefined): string {
  const consent = parseConsent(readCookie(cookie, 'consent'))
  return consent.isGiven ? `consent=${formatConsent(consent)}` : ''
}
