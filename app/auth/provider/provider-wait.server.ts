import { hasAttemptCookie } from '#app/auth/sign-in/attempt-cookie.server.ts'
import { isApiPath, normalizePath } from '#app/http/api-path.server.ts'
import { hasSessionCookie } from '#app/http/csrf.server.ts'
import { isReadMethod, type RequestHead } from '#app/server/request/check-request.server.ts'

/** Who waits for the provider: the route itself, or what `prefetchVisitor` finds out before it. */
export type ProviderWait = 'route' | 'visitor'

/**
 * Whether a request may have to wait for the provider, by its head alone; undefined when it never does. Nobody waits in the request
 * queue for it: 'route' is answered beside the queue, 'visitor' enters it after `prefetchVisitor`.
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
  const asks = isAdminPath(path) || (!isReadMethod(method) && page === '/game/account/delete')
  return asks && hasSessionCookie(cookie) ? 'visitor' : undefined
}

/** A callback that this browser did not begin, and a sign-out of nobody, are answered without asking anybody. */
function isWaitingRoute(page: string, isReading: boolean, cookie: string | undefined): boolean {
  if (isReading) return page === '/auth/callback' && hasAttemptCookie(cookie)
  if (page === '/auth/sign-out') return hasSessionCookie(cookie)
  return page === '/auth/sign-in' || page === '/auth/backchannel-logout'
}

/** Whether a path belongs to admins: their pages and calls, and what script fetches of them. */
export function isAdminPath(path: string): boolean {
  const page = toPagePath(path)
  return ['/admin', '/api/admin'].some((root) => page === root || page.startsWith(`${root}/`))
}

/** A path as the router sees it, without what asks for its data alone. */
function toPagePath(path: string): string {
  return normalizePath(path)
    .replace(/\/$/, '')
    .replace(/\.data$/, '')
}
