import { hasAttemptCookie } from '#app/auth/sign-in/attempt-cookie.server.ts'
import { isApiPath, normalizePath } from '#app/http/api-path.server.ts'
import { hasSessionCookie } from '#app/http/csrf.server.ts'
import { isReadMethod, type RequestHead } from '#app/server/request/check-request.server.ts'

/** What waits for the provider: the route itself, or `prefetchVisitor` before it. */
export type ProviderWait = 'route' | 'visitor'

/**
 * Whether a request may wait for the provider, by method, path and headers; undefined when it never does. The request
 * queue must not wait for it: a 'route' bypasses the queue, a 'visitor' enters it after `prefetchVisitor`.
 */
export function findProviderWait({
  method,
  path,
  authorization,
  cookie,
}: Pick<RequestHead, 'method' | 'authorization' | 'cookie'> & { path: string }): ProviderWait | undefined {
  const page = toPagePath(path)
  if (isWaitingRoute(page, isReadMethod(method), cookie)) return 'route'
  if (authorization !== undefined) return isApiPath(page) ? 'visitor' : undefined
  const needsProvider = isAdminPath(path) || (!isReadMethod(method) && page === '/game/account/delete')
  return needsProvider && hasSessionCookie(cookie) ? 'visitor' : undefined
}

/** A callback without an attempt cookie and a sign-out without a session need no provider. */
function isWaitingRoute(page: string, isReading: boolean, cookie: string | undefined): boolean {
  if (isReading) return page === '/auth/callback' && hasAttemptCookie(cookie)
  if (page === '/auth/sign-out') return hasSessionCookie(cookie)
  return page === '/auth/sign-in' || page === '/auth/backchannel-logout'
}

/** Whether a path is for admins: their pages, API paths and data requests. */
export function isAdminPath(path: string): boolean {
  const page = toPagePath(path)
  return ['/admin', '/api/admin'].some((root) => page === root || page.startsWith(`${root}/`))
}

/** A path as the router matches it, without the suffix of a data request. */
function toPagePath(path: string): string {
  return normalizePath(path)
    .replace(/\/$/, '')
    .replace(/\.data$/, '')
}
