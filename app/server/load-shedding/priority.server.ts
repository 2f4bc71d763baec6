import { cookies, readCookie } from '#app/http/cookies/cookie.server.ts'
import { hasSessionCookie } from '#app/http/csrf.server.ts'
import { isFixedPage, seesPublicVersion } from '#app/server/cache/cache-rules.server.ts'
import { isReadMethod, type RequestHead } from '#app/server/request/check-request.server.ts'

/**
 * The priorities of requests, most urgent first (docs/decisions/0010-request-queue.md).
 * 'health': the health check. 'save': a known sender changes something. 'save-result': the page that reports the result of a save.
 * 'shared': a public page that is rendered once for all; now and then one goes before saves (request-queue.server.ts).
 * 'page': a page with a form to save, or the return from sign-in. 'extra': what an evening can do without. 'read': everything else.
 */
export const priorities = ['health', 'save', 'save-result', 'shared', 'page', 'read', 'extra'] as const
export type Priority = (typeof priorities)[number]

/** What a request's priority depends on; a missing header is undefined. */
type PriorityInput = Pick<RequestHead, 'method' | 'target' | 'cookie' | 'authorization'>

/** The priority of a request for `path`. Its cookie or token is not verified here, because that needs the database. */
export function getPriority(head: PriorityInput, path: string): Priority {
  if (!isReadMethod(head.method))
    return head.authorization !== undefined || hasSessionCookie(head.cookie) ? 'save' : 'page'
  if (path === '/healthz') return 'health'
  if (hasSessionCookie(head.cookie)) return getSignedInPriority(head, path)
  if (isSharedPage(head)) return 'shared'
  return path === '/auth/callback' ? 'page' : 'read'
}

function getSignedInPriority({ cookie }: PriorityInput, path: string): Priority {
  const hasFlash = readCookie(cookie, cookies.flash) !== undefined
  if (hasFlash && /^\/game([/.]|$)/.test(path)) return 'save-result'
  if (/^\/game\/what-if(\.data)?$/.test(path)) return 'extra'
  return /^\/game\/(lineup|team)(\.data)?$|^\/auth\/callback$/.test(path) ? 'page' : 'read'
}

function isSharedPage({ target, cookie }: PriorityInput): boolean {
  return isFixedPage(target) && seesPublicVersion(cookie)
}

/** Who writes: a manager's id, as in locks and rate limits; before the first write a person at the provider (sender.server.ts). */
export type Writer = number | string

/** A request as the request queue sees it (request-queue.server.ts). */
export interface QueueRequest {
  priority: Priority
  /** Requests of one writer are handled in order, one at a time; undefined: no such order. */
  writer?: Writer | undefined
  /** Aborted when the client disconnects; the request is then dropped. Without it a request is handled however late. */
  abortSignal?: AbortSignal | undefined
}

/**
 * The queue's view of a request for `path`. A write gets no abort signal: it is done even when its sender has lost the
 * connection, for example in a tunnel. Its writer is looked up later (sender.server.ts).
 */
export function toQueueRequest(head: PriorityInput, path: string, abortSignal: AbortSignal): QueueRequest {
  const priority = getPriority(head, path)
  return isReadMethod(head.method) ? { priority, abortSignal } : { priority }
}
