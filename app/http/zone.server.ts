import { formatInstant, isTimeZone, type ShownInstant, zoneAbbreviation } from '#app/game/instant.ts'
import { cookieValue } from './flash.server.ts'

/** Prints instants for one visitor: the browser formats nothing, so hydration agrees (D19). */
export type InstantPrinter = (at: number) => ShownInstant

/**
 * The visitor's own time zone when a cookie names one that Intl knows, otherwise the host city's, with its
 * abbreviation so that nobody mistakes it for their own.
 */
export function instantPrinter(request: Request, hostZone: string): InstantPrinter {
  const own = ownZone(request)
  return (at) => ({
    text: own ? formatInstant(at, own) : `${formatInstant(at, hostZone)} ${zoneAbbreviation(at, hostZone)}`,
    iso: new Date(at).toISOString(),
  })
}

function ownZone(request: Request): string | null {
  const cookie = cookieValue(request.headers.get('Cookie'), 'tz')
  if (cookie === undefined || cookie.length > 100) return null
  const zone = decode(cookie)
  return zone !== null && isTimeZone(zone) ? zone : null
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
