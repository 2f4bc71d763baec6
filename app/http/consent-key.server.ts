import { cookieValue } from './flash.server.ts'

/** Every consent as it is written down, and nothing else: the order of the words is fixed. */
const consent = /^necessary(\.analytics)?(\.socials)?(\.advertising)?$/

/** A visitor's choice about cookies as the Cookie header that says it and nothing more; '' when there is none. */
export function canonicalConsent(cookie: string | undefined): string {
  const value = cookieValue(cookie, 'consent')
  return value !== undefined && consent.test(value) ? `consent=${value}` : ''
}
