import { data, redirect, redirectDocument } from '@remix-run/node'
import { type Flash, serializeFlashCookie } from './cookies/flash.server.ts'

/** Ends the request with an error page, in API routes with the error envelope: the boundary reads `errorType`. */
export function throwErrorResponse(errorType: string, status: number, headers: HeadersInit = {}): never {
  throw data({ errorType, status }, { status, headers })
}

/** The value, or a 404 with `errorType` when there is none. */
export function orNotFound<Value>(value: Value | null | undefined, errorType: string): Value {
  return value ?? throwErrorResponse(errorType, 404)
}

/** Redirects with 303 to a path of this site. */
export function seeOther(path: string): Response {
  return redirect(assertLocalPath(path), 303)
}

/** Redirects with 303 and a flash message for the next page, and optionally another cookie. */
export function seeOtherWithFlash(path: string, flash: Flash | string, cookie?: string): Response {
  const headers = new Headers({ 'Set-Cookie': serializeFlashCookie(flash) })
  if (cookie) headers.append('Set-Cookie', cookie)
  return redirect(assertLocalPath(path), { status: 303, headers })
}

/**
 * The same by a full document load, for another page: a client-side navigation may fail half-way and lose the flash
 * message.
 */
export function redirectDocumentWithFlash(path: string, flash: Flash | string): Response {
  return redirectDocument(assertLocalPath(path), {
    status: 303,
    headers: { 'Set-Cookie': serializeFlashCookie(flash) },
  })
}

/**
 * Renders the same page again with a refused form. Never no-store, which would break the Back button (D17). A 503 gets
 * Retry-After.
 */
export function invalid<Payload>(payload: Payload, status = 422) {
  const retryAfter = status === 503 && { 'Retry-After': '5' }
  return data(payload, { status, headers: { 'Cache-Control': 'private, no-cache', ...retryAfter } })
}

/** Adds Retry-After to a refused form. */
export function withRetryAfter<Payload>(
  response: ReturnType<typeof invalid<Payload>>,
  { retryAfterSeconds }: { retryAfterSeconds: number },
): ReturnType<typeof invalid<Payload>> {
  const headers = new Headers(response.init?.headers)
  headers.set('Retry-After', String(retryAfterSeconds))
  return data(response.data, { ...response.init, headers })
}

/** Ends the request with 429 when a rate limit (rate-limit.server.ts) is exceeded. */
export function throwIfRateLimited(result: { ok: true } | { ok: false; retryAfterSeconds: number }): void {
  if (!result.ok)
    throwErrorResponse('TOO_MANY_REQUESTS', 429, { 'Retry-After': String(result.retryAfterSeconds) })
}

/** Throws for a path that would leave this site: '//elsewhere', '/\elsewhere' and absolute URLs. */
function assertLocalPath(path: string): string {
  if (!/^\/(?![/\\])/.test(path)) throw new Error('A redirect must stay on this site')
  return path
}
