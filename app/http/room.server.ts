import { isApi } from './api-path.server.ts'
import type { ErrorType } from './error-types.ts'
import { cookieValue } from './flash.server.ts'
import { type Arrival, isRead } from './front.server.ts'
import { limits } from './limits.server.ts'
import { hasSession } from './origin.server.ts'
import type { Refusal } from './refusal.server.ts'

/** How many requests may be under way at once (docs/security.md). */
export const room = {
  /** Being answered, when another read comes. */
  reads: 200,
  /** Being answered, when another save comes. */
  saves: 1000,
  /** Bodies of one address that still arrive. Carriers put thousands behind one: an honest body is there in a blink. */
  arriving: 200,
  /** Open connections, quick and slow: what comes then is closed at once. */
  connections: 10_000,
  /** Bodies with pictures that still arrive, of everybody: each is held in memory whole. */
  largeArriving: 8,
} as const

/**
 * Refuses what this process has no room for while `inFlight` other requests are being answered, and API
 * reads past their limit (security.md, 'Limits'). `now` in epoch ms of the system clock.
 */
export function refuseExcess(
  arrival: Arrival,
  path: string,
  { inFlight, now }: { inFlight: number; now: number },
): Refusal | undefined {
  if (!hasRoom(arrival, path, inFlight)) return busy('SERVICE_UNAVAILABLE', 2)
  if (!isApi(path) || !isRead(arrival.method)) return undefined
  const taken = limits.apiRead.take(arrival.address, now)
  return taken.ok ? undefined : busy('TOO_MANY_REQUESTS', taken.retryAfterSeconds)
}

function busy(errorType: ErrorType, seconds: number): Refusal {
  return { errorType, headers: { 'Retry-After': String(seconds) } }
}

/** Reads are turned away first, saves last; the health page always answers. */
function hasRoom(arrival: Arrival, path: string, inFlight: number): boolean {
  return path === '/healthz' || inFlight < (isPartOfSave(arrival, path) ? room.saves : room.reads)
}

/** A line-up page and the game's page after a save, which fetches its note, count as part of the save. */
function isPartOfSave({ method, cookie }: Arrival, path: string): boolean {
  if (!isRead(method)) return true
  const hasNote = cookieValue(cookie, 'flash') !== undefined
  const pages = hasNote ? /^\/game([/.]|$)/ : /^\/game\/(lineup|team)(\.data)?$/
  return hasSession(cookie) && pages.test(path)
}
