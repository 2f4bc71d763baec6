import { isApiPath } from '#app/http/api-path.server.ts'
import type { ErrorResponse } from '#app/http/errors/error-response.server.ts'
import type { ErrorType } from '#app/http/errors/error-types.ts'
import { recordShed } from '#app/server/monitoring/health.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { isReadMethod, type RequestHead } from '#app/server/request/check-request.server.ts'
import { getPriority, type Priority } from './priority.server.ts'

/** How many requests may be under way at once (docs/security.md). */
export const capacity = {
  /** Waiting or being answered, when another read comes. */
  reads: 200,
  /** The same, when another page to save on comes. */
  pages: 800,
  /** The same, when another save comes. */
  saves: 1000,
  /** Open connections, quick and slow: what comes then is closed at once. */
  connections: 4_000,
  /** Bytes of all bodies that arrive or whose requests are not answered yet, pictures aside. */
  bodyBytes: 32 * 1024 * 1024,
  /** Pictures that still arrive, of all admins: each is held in memory whole, 8 MB at most. */
  uploads: 8,
  /** Requests that wait for the identity provider at sign-in: they hold no place among the others. */
  signIns: 30,
  /** The same at sign-out and at the provider's own logout. */
  signOuts: 20,
  /** The same before it is known who asks: a token to be checked, an admin's rights to be confirmed. */
  visitorChecks: 200,
} as const

/**
 * How long what is only asked for waits for its turn, in ms. Then its visitor is told to come back. A read: before they do
 * so by themselves. A page to save on, or that all share: before they, or what stands between, give up; 800 take half as long. What is sent,
 * and what tells whether it was saved, waits as long as it takes.
 */
export const maxWaitMs: Readonly<Partial<Record<Priority, number>>> = {
  read: 2_000,
  page: 20_000,
  shared: 20_000,
}

/** Who waits for a place among the sign-ins, in ms: a provider that is well gives one back sooner, and with one that is not a page is there within 5 s. */
export const signInQueue = { maxWaiting: 200, waitMs: 500 } as const

/** How many may be under way when another of each rank comes. */
export const capacityByPriority: Readonly<Record<Priority, number>> = {
  health: Number.POSITIVE_INFINITY,
  save: capacity.saves,
  after: capacity.saves,
  shared: capacity.pages,
  page: capacity.pages,
  read: capacity.reads,
}

/**
 * Refuses what this process has no room for while `inFlight` other requests wait or are being answered, and API
 * reads past their limit (security.md, 'Limits'). `now` in epoch ms of the system clock.
 */
export function shedOrRateLimit(
  arrival: RequestHead,
  path: string,
  { inFlight, now }: { inFlight: number; now: number },
): ErrorResponse | undefined {
  const full = shedIfFull({ ...arrival, path }, { inFlight, now })
  if (full) return full
  const taken = consumeAddressLimit(arrival, path)
  return !taken || taken.ok ? undefined : createBusyResponse('TOO_MANY_REQUESTS', taken.retryAfterSeconds)
}

/**
 * The limits of an address that are looked at before anything is rendered. What is signed in or out counts where it is done: here
 * only whether there is one left.
 */
function consumeAddressLimit({ method, address }: RequestHead, path: string) {
  if (isApiPath(path)) return isReadMethod(method) ? rateLimits.apiRead.consume(address) : undefined
  if (path === '/auth/callback') return rateLimits.signInReturn.peek(address)
  if (isReadMethod(method)) return undefined
  if (path === '/auth/sign-in') return rateLimits.signIn.peek(address)
  const isLogout = path === '/auth/sign-out' || path === '/auth/backchannel-logout'
  return isLogout ? rateLimits.signOut.peek(address) : undefined
}

/** The first half of it, for which a request's head is enough. In a crowd nothing else is asked about most of them. */
export function shedIfFull(
  asker: Parameters<typeof getPriority>[0] & { path: string },
  { inFlight, now }: { inFlight: number; now: number },
): ErrorResponse | undefined {
  if (inFlight < capacity.reads) return undefined
  const rank = getPriority(asker, asker.path)
  return inFlight < capacityByPriority[rank] ? undefined : shed(rank, now)
}

/**
 * What is told to who finds no room, or whose turn did not come in time ('late'); /healthz tells of it. `now` as above.
 * A page to save on, or that all share, that was waited for in vain asks again by itself: its visitor has waited long enough.
 */
export function shed(rank: Priority, now: number, turn: 'full' | 'late' = 'full'): ErrorResponse {
  recordShed(rank === 'read' || rank === 'shared' ? 'read' : 'save', now)
  if (turn === 'full' || rank === 'read') return createBusyResponse('SERVICE_UNAVAILABLE', 2)
  const message = 'Very many people are here at the moment. This page asks again by itself in five seconds.'
  return { errorType: 'SERVICE_UNAVAILABLE', message, headers: { 'Retry-After': '5', Refresh: '5' } }
}

function createBusyResponse(errorType: ErrorType, seconds: number): ErrorResponse {
  return { errorType, headers: { 'Retry-After': String(seconds) } }
}
