import { readCookie } from '#app/http/cookies/flash.server.ts'
import { hasSessionCookie, readSessionCookie } from '#app/http/csrf.server.ts'
import { isFixedCacheablePage, seesPublicVersion } from '#app/server/cache/cacheable-pages.server.ts'
import { isReadMethod, type RequestHead } from '#app/server/request/check-request.server.ts'

/**
 * What a request is to whoever waits (docs/decisions/0010-request-queue.md), most urgent first. 'save': somebody known changes
 * something. 'after': the page that tells whether it was saved. 'shared': a page that is drawn once for all who ask; now and
 * then one goes before saves (request-queue.server.ts). 'page': a page to save on, the way in. 'read': everything else.
 */
export const priorities = ['health', 'save', 'after', 'shared', 'page', 'read'] as const
export type Priority = (typeof priorities)[number]

/** What decides about a request's rank; a missing header is undefined. */
type PriorityInput = Pick<RequestHead, 'method' | 'target' | 'cookie' | 'authorization'>

/** The rank of a request for `path`. Whether a cookie or a token is good is not known yet: that costs a look at the store. */
export function getPriority(asker: PriorityInput, path: string): Priority {
  if (!isReadMethod(asker.method)) return getWriterKey(asker) === undefined ? 'page' : 'save'
  if (path === '/healthz') return 'health'
  if (hasSessionCookie(asker.cookie)) return getSignedInPriority(asker, path)
  if (isSharedPage(asker)) return 'shared'
  return path === '/auth/callback' ? 'page' : 'read'
}

function getSignedInPriority({ cookie }: PriorityInput, path: string): Priority {
  const hasFlash = readCookie(cookie, 'flash') !== undefined
  if (hasFlash && /^\/game([/.]|$)/.test(path)) return 'after'
  return /^\/game\/(lineup|team)(\.data)?$|^\/auth\/callback$/.test(path) ? 'page' : 'read'
}

function isSharedPage({ target, cookie }: PriorityInput): boolean {
  return isFixedCacheablePage(target) && seesPublicVersion(cookie)
}

/** What a request says to the request queue (request-queue.server.ts). */
export interface QueueRequest {
  priority: Priority
  /** Of what one writer sends, one is under way at a time, in order; undefined waits for nobody. */
  writer?: string | undefined
  /** Aborted once nobody waits for the answer. Without it the work is done all the same, however late. */
  abortSignal?: AbortSignal | undefined
}

/** The same of a request for `path`. What was sent to be stored is done also when its sender is gone: a tunnel, a dead battery. */
export function toQueueRequest(asker: PriorityInput, path: string, abortSignal: AbortSignal): QueueRequest {
  const priority = getPriority(asker, path)
  return isReadMethod(asker.method)
    ? { priority: priority, abortSignal: abortSignal }
    : { priority: priority, writer: getWriterKey(asker) }
}

/** Whose change it is: a session's or a token's. */
function getWriterKey({ cookie, authorization }: PriorityInput): string | undefined {
  return authorization ?? readSessionCookie(cookie)
}
