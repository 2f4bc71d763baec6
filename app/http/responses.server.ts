import { data, redirect, redirectDocument } from '@remix-run/node'
import { config } from '#app/config.server.ts'
import { type ErrorCode, errors } from '#app/game/errors/errors.ts'
import { type Flash, serializeFlashCookie } from './cookies/flash.server.ts'
import { addNonPageHeaders, addRedirectHeaders } from './security-headers.server.ts'

/** A response that is no page, with the security headers, which no server in front of Remix has to add. */
export function respond(body: BodyInit | null, init: ResponseInit = {}): Response {
  const response = new Response(body, init)
  addNonPageHeaders(response.headers, config.isHttps)
  return response
}

/** A code of the catalogue whose status is 404. */
type NotFoundCode = {
  [Code in ErrorCode]: (typeof errors)[Code]['status'] extends 404 ? Code : never
}[ErrorCode]

/** Ends the request with an error page, in API routes with the error envelope: the boundary reads `errorType`. */
export function throwErrorResponse(errorType: ErrorCode, headers: HeadersInit = {}): never {
  throw data({ errorType }, { status: errors[errorType].status, headers })
}

/** The same with what the error card of the page shows besides. */
export function throwErrorCard(errorType: ErrorCode, details: object): never {
  throw data({ ...details, errorType }, { status: errors[errorType].status })
}

/** The value, or a 404 with `errorType` when there is none. */
export function orNotFound<Value>(value: Value | null | undefined, errorType: NotFoundCode): Value {
  return value ?? throwErrorResponse(errorType)
}

/** Redirects with 303 to a path of this site. */
export function seeOther(path: string, headers: HeadersInit = {}): Response {
  return withRedirectHeaders(redirect(assertLocalPath(path), { status: 303, headers }))
}

/** Redirects with 308 to the present URL of a page. URLs can change back, so browsers must not cache it (D32). */
export function movedTo(path: string): Response {
  const headers = { 'Cache-Control': 'no-store' }
  return withRedirectHeaders(redirect(assertLocalPath(path), { status: 308, headers }))
}

/** Redirects with 303 and a flash message for the next page, and other cookies. */
export function seeOtherWithFlash(path: string, flash: Flash | string, ...cookies: string[]): Response {
  return seeOther(path, toFlashHeaders(flash, cookies))
}

function toFlashHeaders(flash: Flash | string, cookies: readonly string[]): Headers {
  const headers = new Headers({ 'Set-Cookie': serializeFlashCookie(flash) })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return headers
}

/**
 * The same by a full document load, for another page: a client-side navigation may fail half-way and lose the flash
 * message.
 */
export function redirectDocumentWithFlash(
  path: string,
  flash: Flash | string,
  ...cookies: string[]
): Response {
  const headers = toFlashHeaders(flash, cookies)
  return withRedirectHeaders(redirectDocument(assertLocalPath(path), { status: 303, headers }))
}

function withRedirectHeaders(response: Response): Response {
  addRedirectHeaders(response.headers, config.isHttps)
  return response
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
  if (!result.ok) throwErrorResponse('TOO_MANY_REQUESTS', { 'Retry-After': String(result.retryAfterSeconds) })
}

/** Throws for a path that would leave this site: '//elsewhere', '/\elsewhere' and absolute URLs. */
function assertLocalPath(path: string): string {
  if (!/^\/(?![/\\])/.test(path)) throw new Error('A redirect must stay on this site')
  return path
}
