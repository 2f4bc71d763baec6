import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

type Level = 'info' | 'warn' | 'error'
type Fields = Record<string, string | number | boolean | undefined>

/**
 * How many bytes may wait for the reader of the log. Further lines are lost: a stalled reader must not fill the memory.
 */
export const MAX_UNREAD_BYTES = 8 * 1024 * 1024

let pendingLines = ''
let lostLines = 0
const requestContext = new AsyncLocalStorage<{
  id: string | undefined
  request?: object
  response?: object
}>()

/** Runs `work` for one request: it gets an id, which every line logged by `work` has. */
export function runInRequestContext<Result>(work: () => Result, id: string = randomUUID()): Result {
  return requestContext.run({ id, request: {} }, work)
}

/** The id of the current request; undefined outside of requests. */
export function getRequestId(): string | undefined {
  return requestContext.getStore()?.id
}

/** Runs `work` for one response: within it `getResponseKey` returns the same object, which no other response has. */
export function runInResponseContext<Result>(work: () => Result): Result {
  return requestContext.run({ ...requestContext.getStore(), id: getRequestId(), response: {} }, work)
}

/** A key for values that are memoized per request, in a WeakMap; undefined outside of requests. */
export function getRequestKey(): object | undefined {
  return requestContext.getStore()?.request
}

/** A key for values that are memoized per response, in a WeakMap; undefined outside of `runInResponseContext`. */
export function getResponseKey(): object | undefined {
  return requestContext.getStore()?.response
}

/** Writes one JSON line to standard output. Never pass a query, a cookie, a body or a secret. */
export function logLine(level: Level, event: string, fields: Fields = {}): void {
  logBuffered(level, event, fields)
  flush()
}

/**
 * Logs together with all other lines of this turn of the event loop: each write costs as much as sending a cached page.
 */
export function logBuffered(level: Level, event: string, fields: Fields = {}): void {
  if (pendingLines === '') setImmediate(flush)
  pendingLines += toLine(level, event, { id: getRequestId(), ...fields })
}

/**
 * Logs a request when its response is sent, or with status 499 when the client disconnects before. No query, no cookie.
 * Returns the request's id.
 */
export function logRequest({ method, url = '' }: IncomingMessage, response: ServerResponse): string {
  const startedAt = performance.now()
  const id = getRequestId() ?? randomUUID()
  response.on('close', () => {
    const status = response.writableFinished ? response.statusCode : 499
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    logBuffered('info', 'request', { id, method, path: toLoggedPath(url), status, ms })
  })
  return id
}

function toLine(level: Level, event: string, fields: Fields): string {
  return `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`
}

function flush(): void {
  const lines = pendingLines
  pendingLines = ''
  if (lines === '') return
  if (process.stdout.writableLength > MAX_UNREAD_BYTES) {
    lostLines += lines.split('\n').length - 1
    return
  }
  process.stdout.write(formatLostLines() + lines)
}

/** A line with the number of lines lost before it; '' when there are none. */
function formatLostLines(): string {
  const lines = lostLines
  lostLines = 0
  return lines === 0 ? '' : toLine('warn', 'log-lines-lost', { lines })
}

/**
 * A request's path for the log, without its query, even when a mail program or a person has escaped or replaced the
 * question mark.
 */
export function toLoggedPath(target: string): string {
  return (target.split(/[?&#;]|%3f|%26|%23|%3b/i)[0] ?? '').slice(0, 500)
}

/** An error for the log: name, message without queries, stack. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: 'thrown value', message: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return {
    error: error.name,
    message: readMessage(error),
    stack: stripQueries(frames.slice(0, 8).join('\n')),
  }
}

/** A parser's message quotes its input, which may be the provider's tokens. */
function readMessage(error: Error): string {
  return error instanceof SyntaxError ? 'This text could not be parsed.' : stripQueries(error.message)
}

function stripQueries(text: string): string {
  return text.replace(/\?[^\s'")]*/g, '?…').slice(0, 2000)
}
