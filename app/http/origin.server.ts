import { cookieValue } from './flash.server.ts'

/** What the guard looks at. A missing header is undefined. */
export type Asked = {
  method: string
  path: string
  secFetchSite: string | undefined
  origin: string | undefined
  cookie: string | undefined
}

const safeMethods = ['GET', 'HEAD']
/** Other servers call these without any header of a browser; each checks a signed token of its own. */
const exempt = ['/auth/backchannel-logout', '/notifications/unsubscribe']

/**
 * The one guard against requests forged from other sites (security.md). It stands before Remix, whose own
 * check can be walked around. A browser always says where a request comes from by one of two headers;
 * a request with neither comes from a program, and a program has no business with a session cookie.
 */
export function isFromHere(
  { method, path, secFetchSite, origin, cookie }: Asked,
  publicOrigin: string,
): boolean {
  if (safeMethods.includes(method) || exempt.includes(path)) return true
  if (secFetchSite !== undefined) return ['same-origin', 'none'].includes(secFetchSite)
  if (origin !== undefined) return origin === publicOrigin
  return !hasSession(cookie)
}

/** Whether a Cookie header carries a session of ours, valid or not. */
export function hasSession(cookie: string | null | undefined): boolean {
  return sessionOf(cookie) !== undefined
}

/** The id of the session that a Cookie header carries, valid or not. */
export function sessionOf(cookie: string | null | undefined): string | undefined {
  return cookieValue(cookie, '__Host-sid') ?? cookieValue(cookie, 'sid')
}
