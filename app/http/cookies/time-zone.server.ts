import { config } from '#app/config.server.ts'
import {
  type FormattedInstant,
  formatInstant,
  formatZoneAbbreviation,
  isTimeZone,
} from '#app/game/time/instant.ts'
import { readCookie } from './flash.server.ts'

/** Prints instants for one visitor: the browser formats nothing, so hydration agrees (D19). */
export type InstantFormatter = (at: number) => FormattedInstant

/** The zone that times are shown in, and who said so. */
export interface DisplayTimeZone {
  timeZone: string
  source: 'visitor' | 'browser' | 'host'
}

const yearSeconds = 365 * 24 * 60 * 60
const attributes = `Path=/; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`
/** What the cookie of a choice says when the host city's zone was chosen. */
const hostZoneValue = 'host'

/**
 * The zone for a visitor (D19): the one they chose by the form (cookie `zone`), otherwise the one their browser told
 * by script (cookie `tz`), otherwise the host city's. What Intl does not know counts as not said.
 */
export function resolveTimeZone(request: Request, hostZone: string): DisplayTimeZone {
  const fromVisitor = readTimeZoneCookie(request, 'zone')
  if (fromVisitor === hostZoneValue) return { timeZone: hostZone, source: 'host' }
  if (fromVisitor && isTimeZone(fromVisitor)) return { timeZone: fromVisitor, source: 'visitor' }
  const fromBrowser = findBrowserTimeZone(request)
  return fromBrowser ? { timeZone: fromBrowser, source: 'browser' } : { timeZone: hostZone, source: 'host' }
}

/** The zone that the visitor chose or their browser told; null for the host city's. */
export function findVisitorTimeZone(request: Request): string | null {
  const { timeZone, source } = resolveTimeZone(request, 'UTC')
  return source === 'host' ? null : timeZone
}

/** The same for what is written to the visitor elsewhere: undefined when this browser says nothing of a zone. */
export function findExplicitTimeZone(request: Request): string | null | undefined {
  const timeZone = findVisitorTimeZone(request)
  return timeZone === null && readTimeZoneCookie(request, 'zone') !== hostZoneValue ? undefined : timeZone
}

/** What the browser told, whether it is a zone or not; null where it told nothing. */
export function readBrowserTimeZoneCookie(request: Request): string | null {
  return readTimeZoneCookie(request, 'tz')
}

/** The zone that the browser told, whatever was chosen; null where it told none. */
export function findBrowserTimeZone(request: Request): string | null {
  const told = readBrowserTimeZoneCookie(request)
  return told && isTimeZone(told) ? told : null
}

/** Prints in the zone for a visitor, always with its abbreviation: a time says whose it is. */
export function createInstantFormatter(request: Request, hostZone: string): InstantFormatter {
  const { timeZone } = resolveTimeZone(request, hostZone)
  return (at) => ({
    text: `${formatInstant(at, timeZone)} ${formatZoneAbbreviation(at, timeZone)}`,
    iso: new Date(at).toISOString(),
  })
}

/** The Set-Cookie value that remembers a chosen zone for a year. */
export function serializeTimeZoneCookie(timeZone: string): string {
  return `zone=${encodeURIComponent(timeZone)}; Max-Age=${yearSeconds}; ${attributes}`
}

/** The same for the host city's zone, whatever the browser says. */
export function serializeHostTimeZoneCookie(): string {
  return serializeTimeZoneCookie(hostZoneValue)
}

/** Gives the choice back: from now on the browser says the zone. */
export function clearTimeZoneCookie(): string {
  return `zone=; Max-Age=0; ${attributes}`
}

function readTimeZoneCookie(request: Request, name: 'zone' | 'tz'): string | null {
  const cookie = readCookie(request.headers.get('Cookie'), name)
  return cookie === undefined || cookie.length > 100 ? null : decode(cookie)
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
