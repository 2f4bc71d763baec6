import { config } from '#app/config.server.ts'
import { formatInstant, isTimeZone, type ShownInstant, zoneAbbreviation } from '#app/game/instant.ts'
import { cookieValue } from './flash.server.ts'

/** Prints instants for one visitor: the browser formats nothing, so hydration agrees (D19). */
export type InstantPrinter = (at: number) => ShownInstant

/** The zone that times are shown in, and who said so. */
export interface ShownZone {
  timeZone: string
  source: 'visitor' | 'browser' | 'host'
}

const yearSeconds = 365 * 24 * 60 * 60
const attributes = `Path=/; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`
/** What the cookie of a choice says when the host city's zone was chosen. */
const hostChoice = 'host'

/**
 * The zone for a visitor (D19): the one they chose by the form (cookie `zone`), otherwise the one their browser told
 * by script (cookie `tz`), otherwise the host city's. What Intl does not know counts as not said.
 */
export function zoneOf(request: Request, hostZone: string): ShownZone {
  const chosen = readZone(request, 'zone')
  if (chosen === hostChoice) return { timeZone: hostZone, source: 'host' }
  if (chosen && isTimeZone(chosen)) return { timeZone: chosen, source: 'visitor' }
  const told = browserZone(request)
  return told ? { timeZone: told, source: 'browser' } : { timeZone: hostZone, source: 'host' }
}

/** The zone that the visitor chose or their browser told; null for the host city's. */
export function toldZone(request: Request): string | null {
  const { timeZone, source } = zoneOf(request, 'UTC')
  return source === 'host' ? null : timeZone
}

/** The same for what is written to the visitor elsewhere: undefined when this browser says nothing of a zone. */
export function saidZone(request: Request): string | null | undefined {
  const timeZone = toldZone(request)
  return timeZone === null && readZone(request, 'zone') !== hostChoice ? undefined : timeZone
}

/** What the browser told, whether it is a zone or not; null where it told nothing. */
export function sentZone(request: Request): string | null {
  return readZone(request, 'tz')
}

/** The zone that the browser told, whatever was chosen; null where it told none. */
export function browserZone(request: Request): string | null {
  const told = sentZone(request)
  return told && isTimeZone(told) ? told : null
}

/** Prints in the zone for a visitor, always with its abbreviation: a time says whose it is. */
export function instantPrinter(request: Request, hostZone: string): InstantPrinter {
  const { timeZone } = zoneOf(request, hostZone)
  return (at) => ({
    text: `${formatInstant(at, timeZone)} ${zoneAbbreviation(at, timeZone)}`,
    iso: new Date(at).toISOString(),
  })
}

/** The Set-Cookie value that remembers a chosen zone for a year. */
export function keepZone(timeZone: string): string {
  return `zone=${encodeURIComponent(timeZone)}; Max-Age=${yearSeconds}; ${attributes}`
}

/** The same for the host city's zone, whatever the browser says. */
export function keepHostZone(): string {
  return keepZone(hostChoice)
}

/** Gives the choice back: from now on the browser says the zone. */
export function forgetZone(): string {
  return `zone=; Max-Age=0; ${attributes}`
}

function readZone(request: Request, name: 'zone' | 'tz'): string | null {
  const cookie = cookieValue(request.headers.get('Cookie'), name)
  return cookie === undefined || cookie.length > 100 ? null : decode(cookie)
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
