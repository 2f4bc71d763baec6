import { data, redirect, redirectDocument } from '@remix-run/node'
import { type Flash, serializeFlashCookie } from './cookies/flash.server.ts'

/** Ends the request with an error page (or, in an api door, its envelope): the boundary reads `errorType`. */
export function throwErrorResponse(errorType: string, status: number, headers: HeadersInit = {}): never {
  throw data({ errorType, status }, { status, headers })
}

/** The value, or a 404 with `errorType` when there is none. */
export function orNotFound<Value>(value: Value | null | undefined, errorType: string): Value {
  return value ?? throwErrorResponse(errorType, 404)
}

/** Answers 303: the next page, told in a GET. `path` stays on this site. */
export function seeOther(path: string): Response {
  return redirect(assertLocalPath(path), 303)
}

/** Answers 303 with a note that the next page shows once, and with another cookie where one is due. */
export function seeOtherWithFlash(path: string, note: Flash | string, cookie?: string): Response {
  const headers = new Headers({ 'Set-Cookie': serializeFlashCookie(note) })
  if (cookie) headers.append('Set-Cookie', cookie)
  return redirect(assertLocalPath(path), { status: 303, headers })
}

/**
 * The same to another page: script loads the document, because it may have nothing of that page yet, and what
 * fails half-way would take the note along.
 */
export function redirectDocumentWithFlash(path: string, note: Flash | string): Response {
  return redirectDocument(assertLocalPath(path), {
    status: 303,
    headers: { 'Set-Cookie': serializeFlashCookie(note) },
  })
}

/**
 * Shows the same page again with what was refused. Never no-store, which would break Back (D17). What could not be
 * stored just now says when to come back.
 */
export function invalid<Payload>(payload: Payload, status = 422) {
  const retryAfter = status === 503 && { 'Retry-After': '5' }
  return data(payload, { status, headers: { 'Cache-Control': 'private, no-cache', ...retryAfter } })
}

/** The same answer, and when another try may pass. */
export function withRetryAfter<Payload>(
  response: ReturnType<typeof invalid<Payload>>,
  { retryAfterSeconds }: { retryAfterSeconds: number },
): ReturnType<typeof invalid<Payload>> {
  const headers = new Headers(response.init?.headers)
  headers.set('Retry-After', String(retryAfterSeconds))
  return data(response.data, { ...response.init, headers })
}

/** Ends the request with 429 when a limit (rate-limit.server.ts) is spent. */
export function throwIfRateLimited(result: { ok: true } | { ok: false; retryAfterSeconds: number }): void {
  if (!result.ok)
    throwErrorResponse('TOO_MANY_REQUESTS', 429, { 'Retry-After': String(result.retryAfterSeconds) })
}

/** A path of this site, or a bug: '//elsewhere', '/\elsewhere' and absolute addresses would leave it. */
function assertLocalPath(path: string): string {
  if (!/^\/(?![/\\])/.test(path)) throw new Error('A redirect must stay on this site')
  return path
}
