import { config } from '#app/config.server.ts'
import { readCookie } from './cookies/cookie.server.ts'
import { throwErrorResponse } from './responses.server.ts'

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
 * The CSRF check (security.md); Remix's own can be bypassed. The pipeline asks before Remix, every action once more. A
 * browser always sends Sec-Fetch-Site or Origin with a write; a request with neither comes from a program, which must not
 * use a session cookie.
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

/** Ends a write that another site may have sent with 403. API calls and forms are checked where they are read. */
export function requireSameOrigin({ method, url, headers }: Request): void {
  const read = (name: string) => headers.get(name) ?? undefined
  const input = {
    method,
    path: new URL(url).pathname,
    secFetchSite: read('Sec-Fetch-Site'),
    origin: read('Origin'),
    cookie: read('Cookie'),
  }
  if (!isSameOrigin(input, config.origin)) throwErrorResponse('ACCESS_DENIED')
}

/**
 * Ends the request unless it is a form of this site: 403, or 405 for a method that Remix runs the same action for. For
 * actions that read no form; `readFormData` does it for the others.
 */
export function requireOwnForm(request: Request): void {
  requireSameOrigin(request)
  if (request.method !== 'POST') throwErrorResponse('METHOD_NOT_ALLOWED')
}

/** Whether a Cookie header contains a session id, valid or not. */
export function hasSessionCookie(cookie: string | null | undefined): boolean {
  return readSessionCookie(cookie) !== undefined
}

/** The session id in a Cookie header, valid or not. */
export function readSessionCookie(cookie: string | null | undefined): string | undefined {
  return readCookie(cookie, { name: '__Host-sid' }) ?? readCookie(cookie, { name: 'sid' })
}
