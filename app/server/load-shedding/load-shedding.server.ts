import { isApiPath } from '#app/http/api-path.server.ts'
import { createRateLimitResponse, type ErrorResponse } from '#app/http/errors/error-response.server.ts'
import { healthState } from '#app/server/monitoring/health.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { isReadMethod, type RequestHead } from '#app/server/request/check-request.server.ts'
import { getPriority, type Priority } from './priority.server.ts'

/** How many requests, connections and bytes may be in flight at once (docs/security.md). */
export const capacity = {
  /** A what-if is refused at this many requests in flight: first of all. */
  extras: 50,
  /** A read is refused at this many. */
  reads: 200,
  /** A page with a form to save is refused at this many. */
  pages: 800,
  /** A save is refused at this many. */
  saves: 1000,
  /** Saves of one manager that wait: as many as may be made in a minute. Further ones are refused. */
  savesOfWriter: 30,
  /** Saves, and other requests, that are handled at once on a database server: as many as have work for two cores. */
  active: 16,
  /** Open connections, fast and slow; further ones are closed at once. */
  connections: 4_000,
  /** Unanswered requests of one connection, whatever they ask for: at one more it is closed. */
  unansweredOfConnection: 16,
  /** The same of all connections together: a connection that has one is closed at the next. */
  unanswered: 4_000,
  /** Bytes of all bodies, pictures aside, that are being received or whose requests have no response yet. */
  bodyBytes: 32 * 1024 * 1024,
  /** Pictures being received, of all admins: each is held in memory whole, 8 MB at most. */
  uploads: 8,
  /** Sign-ins that wait for the identity provider, beside the request queue. */
  signIns: 30,
  /** Sign-outs and the provider's own logouts that wait for it. */
  signOuts: 20,
  /** Requests whose visitor is being looked up at the provider: a token to verify, an admin's rights to confirm. */
  visitorChecks: 200,
  /** Questions of the live page's script that are looked at, almost all without news; further ones are put off for some seconds. */
  liveQuestions: 2_000,
  /** Those of them that wait for something new; further ones are put off as well. */
  liveAnswers: 100,
} as const

/** Below so many requests in flight, a tenth of a second's work, pages are handled in the order of their arrival. */
export const inTurnBelow = 25

/**
 * How long a request waits in the queue at most, in ms; then it gets 503. A read: before its visitor reloads anyway. A page
 * with a form, or a shared one: before the browser or a proxy gives up; 800 of them take half as long. Saves, and the pages
 * that report their result, wait as long as it takes.
 */
export const maxWaitMs: Readonly<Partial<Record<Priority, number>>> = {
  read: 2_000,
  extra: 2_000,
  page: 20_000,
  shared: 20_000,
}

/**
 * How many sign-ins wait for one of `capacity.signIns`, and how long, in ms: a healthy provider frees one sooner, and with
 * an unhealthy one the error page is still there within 5 s.
 */
export const signInQueue = { maxWaiting: 200, waitMs: 500 } as const

/** A request of each priority is refused at this many requests in flight. */
export const capacityByPriority: Readonly<Record<Priority, number>> = {
  health: Number.POSITIVE_INFINITY,
  save: capacity.saves,
  'save-result': capacity.saves,
  shared: capacity.pages,
  page: capacity.pages,
  read: capacity.reads,
  extra: capacity.extras,
}

/** Refuses a request whose address has used up a rate limit, before anything is rendered (docs/security.md, 'Limits'). */
export function limitAddress(head: RequestHead, path: string): ErrorResponse | undefined {
  const limit = consumeAddressLimit(head, path)
  return !limit || limit.ok ? undefined : createRateLimitResponse(limit)
}

/** Sign-ins and sign-outs are counted by their routes; here they are refused when none is left. */
function consumeAddressLimit({ method, address }: RequestHead, path: string) {
  if (isApiPath(path)) return isReadMethod(method) ? rateLimits.apiRead.consume(address) : undefined
  if (path === '/auth/callback') return rateLimits.signInReturn.peek(address)
  if (isReadMethod(method)) return undefined
  if (path === '/auth/sign-in') return rateLimits.signIn.peek(address)
  const isLogout = path === '/auth/sign-out' || path === '/auth/backchannel-logout'
  return isLogout ? rateLimits.signOut.peek(address) : undefined
}

/**
 * Refuses a request when the server is full. Needs only its head: under overload most requests get no further. `inFlight`:
 * other requests that wait or are being handled. `now`: epoch ms of the system clock.
 */
export function shedIfFull(
  request: Parameters<typeof getPriority>[0] & { path: string },
  { inFlight, now }: { inFlight: number; now: number },
): ErrorResponse | undefined {
  if (inFlight < capacity.extras) return undefined
  const priority = getPriority(request, request.path)
  return inFlight < capacityByPriority[priority] ? undefined : shed(priority, now, 'full', request.target)
}

/** Whether a refused request is one of a reader, and belongs to no save. */
const isOfReader: Readonly<Partial<Record<Priority, boolean>>> = { read: true, shared: true, extra: true }

/**
 * The response to a request that found no room ('full') or waited too long ('late'), recorded for /healthz. `now` as above.
 * A page with a form, or a shared one, that waited too long reloads itself: its visitor has waited long enough. So does a page
 * that asked again by itself (D41): nobody may be there to reload it.
 */
export function shed(
  priority: Priority,
  now: number,
  reason: 'full' | 'late' = 'full',
  target = '',
): ErrorResponse {
  healthState[isOfReader[priority] ? 'readShedAt' : 'saveShedAt'] = now
  if (reason === 'full' || priority === 'read' || priority === 'extra')
    return { errorType: 'SERVICE_UNAVAILABLE', headers: { 'Retry-After': '2', ...listRefresh(target) } }
  const message =
    'A great many people are here at the moment. This page tries again by itself in five seconds.'
  return { errorType: 'SERVICE_UNAVAILABLE', message, headers: { 'Retry-After': '5', Refresh: '5' } }
}

/** `target`: the path and query of the request. */
function listRefresh(target: string): Record<string, string> {
  return /[?&]every=30(&|$)/.test(target) ? { Refresh: '30' } : {}
}
