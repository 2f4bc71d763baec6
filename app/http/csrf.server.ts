import { createHmac, timingSafeEqual } from 'node:crypto'
import { config } from '#app/config.server.ts'
import { isApiPath } from './api-path.server.ts'
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
 * browser with script always sends Sec-Fetch-Site or Origin with a write; a request with neither comes from a text browser, whose
 * form has a token (`hasFormToken`), or from a program, which must not use a session cookie.
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

/** Whether a form is accepted by its token only: lynx, w3m and their like do not say which site it is of (D55). */
export function needsFormToken({ method, path, secFetchSite, origin, cookie }: CsrfInput): boolean {
  const saysNothing = secFetchSite === undefined && origin === undefined
  const isForm = method === 'POST' && !isApiPath(path) && !exemptPaths.includes(path)
  return saysNothing && isForm && hasSessionCookie(cookie)
}

/** The name of a form's hidden field with the form token. */
export const formTokenField = 'form-token'

/** The form token of a session id: 43 characters of base64url. */
export function toFormToken(sessionId: string): string {
  return createHmac('sha256', config.sessionSecret).update(`douze/form/1 ${sessionId}`).digest('base64url')
}

/** The values of the field in a form, whether its type is 'application/x-www-form-urlencoded' or 'multipart/form-data'. */
const sentTokens = /(?:^|&)form-token=([^&]*)|; name="form-token"\r\n\r\n([^\r]*)/g

/** Whether the body of a form has that field once, with the form token of the session in its cookie. */
export function hasFormToken(body: Uint8Array<ArrayBuffer>, cookie: string | undefined): boolean {
  const [sent, second] = Buffer.from(body.buffer).toString('latin1').matchAll(sentTokens)
  const sessionId = readSessionCookie(cookie)
  if (sent === undefined || second || sessionId === undefined) return false
  const token = Buffer.from(sent[1] ?? sent[2] ?? '', 'latin1')
  const expected = Buffer.from(toFormToken(sessionId))
  return token.length === expected.length && timingSafeEqual(token, expected)
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
