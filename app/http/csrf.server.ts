import { readCookie } from './cookies/flash.server.ts'

/** What the guard looks at. A missing header is undefined. */
export type CsrfInput = {
  method: string
  path: string
  secFetchSite: string | undefined
  origin: string | undefined
  cookie: string | undefined
}

const safeMethods = ['GET', 'HEAD']
/** Other servers call these without any header of a browser; each checks a signed token of its own. */
const exemptPaths = ['/auth/backchannel-logout', '/notifications/unsubscribe']

/**
 * The one guard against requests forged from other sites (security.md). It stands before Remix, whose own
 * check can be walked around. A browser always says where a request comes from by one of two headers;
 * a request with neither comes from a program, and a program has no business with a session cookie.
 */
export function isSameOrigin(
  { method, path, secFetchSite, origin, cookie }: CsrfInput,
  publicOrigin: string,
): boolean {
  if (safeMethods.includes(method) || exemptPaths.includes(path)) return true
  if (secFetchSite !== undefined) return ['same-origin', 'none'].includes(secFetchSite)
  if (origin !== undefined) return origin === publicOrigin
  return !hasSessionCookie(cookie)
}

/** Whether a Cookie header carries a session of ours, valid or not. */
export function hasSessionCookie(cookie: string | null | undefined): boolean {
  return readSessionCookie(cookie) !== undefined
}

/** The id of the session that a Cookie header carries, valid or not. */
export function readSessionCookie(cookie: string | null | undefined): string | undefined {
  return readCookie(cookie, '__Host-sid') ?? readCookie(cookie, 'sid')
}
