import { isApi, plainPath } from '#app/http/api-path.server.ts'
import { type Arrival, isRead } from '#app/http/front.server.ts'
import { hasSession } from '#app/http/origin.server.ts'
import { hasAttempt } from './attempt-cookie.server.ts'

/** Who waits for the provider: the route itself, or what `prepareVisitor` finds out before it. */
export type ProviderWait = 'route' | 'visitor'

/**
 * Whether a request may have to wait for the provider, by its head alone; undefined when it never does. Nobody waits in the request
 * queue for it: 'route' is answered beside the queue, 'visitor' enters it after `prepareVisitor`.
 */
export function providerWaitOf({
  method,
  path,
  authorization,
  cookie,
}: Pick<Arrival, 'method' | 'authorization' | 'cookie'> & { path: string }): ProviderWait | undefined {
  const page = pageOf(path)
  if (asksProvider(page, isRead(method), cookie)) return 'route'
  if (authorization !== undefined) return isApi(page) ? 'visitor' : undefined
  const asks = isAdminPath(path) || (!isRead(method) && page === '/game/account/delete')
  return asks && hasSession(cookie) ? 'visitor' : undefined
}

/** A callback that this browser did not begin, and a sign-out of nobody, are answered without asking anybody. */
function asksProvider(page: string, isReading: boolean, cookie: string | undefined): boolean {
  if (isReading) return page === '/auth/callback' && hasAttempt(cookie)
  if (page === '/auth/sign-out') return hasSession(cookie)
  return page === '/auth/sign-in' || page === '/auth/backchannel-logout'
}

/** Whether a path belongs to admins: their pages and calls, and what script fetches of them. */
export function isAdminPath(path: string): boolean {
  const page = pageOf(path)
  return ['/admin', '/api/admin'].some((root) => page === root || page.startsWith(`${root}/`))
}

/** A path as the router sees it, without what asks for its data alone. */
function pageOf(path: string): string {
  return plainPath(path)
    .replace(/\/$/, '')
    .replace(/\.data$/, '')
}
