import { readCookie } from './cookies/flash.server.ts'

/** The parts of a request that the CSRF check reads. A missing header is undefined. */
export type CsrfInput = {
  method: string
  path: string
  secFetchSite: string | undefined
  origin: string | undefined
  cookie: string | undefined
}

const safeMethods = ['GET', 'HEAD']
/** Other servers call these without browser headers; each verifies a signed token. */
const exemptPaths = ['/auth/backchannel-logout', '/notifications/unsubscribe']

/**
 * The CSRF check (security.md). It runs before Remix, whose own check can be bypassed. A browser always sends
 * Sec-Fetch-Site or Origin with a write; a request with neither comes from a program, which must not use a session
 * cookie.
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

/** Whether a Cookie header contains a session id, valid or not. */
export function hasSessionCookie(cookie: string | null | undefined): boolean {
  return readSessionCookie(cookie) !== undefined
}

/** The session id in a Cookie header, valid or not. */
export function readSessionCookie(cookie: string | null | undefined): string | undefined {
  return readCookie(cookie, '__Host-sid') ?? readCookie(cookie, 'sid')
}
