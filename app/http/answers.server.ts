import { data, redirect, redirectDocument } from '@remix-run/node'
import { type Note, noteCookie } from './flash.server.ts'

/** Ends the request with an error page (or, in an api door, its envelope): the boundary reads `errorType`. */
export function problem(errorType: string, status: number, headers: HeadersInit = {}): never {
  throw data({ errorType, status }, { status, headers })
}

/** The value, or a 404 with `errorType` when there is none. */
export function orNotFound<Value>(value: Value | null | undefined, errorType: string): Value {
  return value ?? problem(errorType, 404)
}

/** Answers 303: the next page, told in a GET. `path` stays on this site. */
export function go(path: string): Response {
  return redirect(local(path), 303)
}

/** Answers 303 with a note that the next page shows once, and with another cookie where one is due. */
export function goWithNote(path: string, note: Note | string, cookie?: string): Response {
  const headers = new Headers({ 'Set-Cookie': noteCookie(note) })
  if (cookie) headers.append('Set-Cookie', cookie)
  return redirect(local(path), { status: 303, headers })
}

/**
 * The same to another page: script loads the document, because it may have nothing of that page yet, and what
 * fails half-way would take the note along.
 */
export function leaveWithNote(path: string, note: Note | string): Response {
  return redirectDocument(local(path), { status: 303, headers: { 'Set-Cookie': noteCookie(note) } })
}

/**
 * Shows the same page again with what was refused. Never no-store, which would break Back (D17). What could not be
 * stored just now says when to come back.
 */
export function askAgain<Payload>(payload: Payload, status = 422) {
  const whenToReturn = status === 503 && { 'Retry-After': '5' }
  return data(payload, { status, headers: { 'Cache-Control': 'private, no-cache', ...whenToReturn } })
}

/** The same answer, and when another try may pass. */
export function sayWhen<Payload>(
  answer: ReturnType<typeof askAgain<Payload>>,
  { retryAfterSeconds }: { retryAfterSeconds: number },
): ReturnType<typeof askAgain<Payload>> {
  const headers = new Headers(answer.init?.headers)
  headers.set('Retry-After', String(retryAfterSeconds))
  return data(answer.data, { ...answer.init, headers })
}

/** Ends the request with 429 when a limit (limits.server.ts) is spent. */
export function orTooMany(taken: { ok: true } | { ok: false; retryAfterSeconds: number }): void {
  if (!taken.ok) problem('TOO_MANY_REQUESTS', 429, { 'Retry-After': String(taken.retryAfterSeconds) })
}

/** A path of this site, or a bug: '//elsewhere', '/\elsewhere' and absolute addresses would leave it. */
function local(path: string): string {
  if (!/^\/(?![/\\])/.test(path)) throw new Error('A redirect must stay on this site')
  return path
}
