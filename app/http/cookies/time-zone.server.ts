import { decodeUri } from '#app/game/text/decode-uri.ts'
import {
  type FormattedInstant,
  formatInstant,
  formatZoneAbbreviation,
  isTimeZone,
} from '#app/game/time/instant.ts'
import { cookies, readCookie, serializeCookie } from './cookie.server.ts'

/** Formats instants for one visitor on the server: the browser formats nothing, so hydration matches (D19). */
export type InstantFormatter = (at: number) => FormattedInstant

/** The zone that times are shown in, and where it comes from. */
export interface DisplayTimeZone {
  timeZone: string
  source: 'visitor' | 'browser' | 'host'
}

/** A request, or as much of it as has the cookies. */
interface WithCookies {
  headers: Pick<Headers, 'get'>
}

/** Cookie value for the host city's zone. */
const hostZoneValue = 'host'

/**
 * The zone for a visitor (D19): the one chosen by the form (cookie `zone`), else the browser's, set by script (cookie
 * `tz`), else the host city's. A zone that Intl does not know is ignored.
 */
export function resolveTimeZone(request: WithCookies, hostZone: string): DisplayTimeZone {
  const fromVisitor = readTimeZoneCookie(request, 'zone')
  if (fromVisitor === hostZoneValue) return { timeZone: hostZone, source: 'host' }
  if (fromVisitor && isTimeZone(fromVisitor)) return { timeZone: fromVisitor, source: 'visitor' }
  const fromBrowser = findBrowserTimeZone(request)
  return fromBrowser ? { timeZone: fromBrowser, source: 'browser' } : { timeZone: hostZone, source: 'host' }
}

/** The zone chosen by the visitor or set by the browser; null for the host city's. */
export function findVisitorTimeZone(request: Request): string | null {
  const { timeZone, source } = resolveTimeZone(request, 'UTC')
  return source === 'host' ? null : timeZone
}

/** The same for stored settings such as mails: undefined when this browser has no zone cookie. */
export function findExplicitTimeZone(request: Request): string | null | undefined {
  const timeZone = findVisitorTimeZone(request)
  return timeZone === null && readTimeZoneCookie(request, 'zone') !== hostZoneValue ? undefined : timeZone
}

/** The raw value of the browser's cookie, valid or not; null without one. */
export function readBrowserTimeZoneCookie(request: WithCookies): string | null {
  return readTimeZoneCookie(request, 'browserZone')
}

/** The browser's zone, regardless of a choice; null without a valid one. */
export function findBrowserTimeZone(request: WithCookies): string | null {
  const timeZone = readBrowserTimeZoneCookie(request)
  return timeZone && isTimeZone(timeZone) ? timeZone : null
}

/** Formats in the visitor's zone, always with its abbreviation, so that a time is unambiguous. */
export function createInstantFormatter(request: Request, hostZone: string): InstantFormatter {
  const { timeZone } = resolveTimeZone(request, hostZone)
  return (at) => ({
    text: `${formatInstant(at, timeZone)} ${formatZoneAbbreviation(at, timeZone)}`,
    iso: new Date(at).toISOString(),
  })
}

/** The Set-Cookie value that stores a chosen zone for a year. */
export function serializeTimeZoneCookie(timeZone: string): string {
  return serializeCookie(cookies.zone, encodeURIComponent(timeZone))
}

/** The same for the host city's zone, regardless of the browser's. */
export function serializeHostTimeZoneCookie(): string {
  return serializeTimeZoneCookie(hostZoneValue)
}

function readTimeZoneCookie(request: WithCookies, name: 'zone' | 'browserZone'): string | null {
  const cookie = readCookie(request.headers.get('Cookie'), cookies[name])
  return cookie === undefined || cookie.length > 100 ? null : (decodeUri(cookie) ?? null)
}
