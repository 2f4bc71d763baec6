import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

type Level = 'info' | 'warn' | 'error'
type Fields = Record<string, string | number | boolean | undefined>

/** So much waits for whoever reads the log. A reader that stands still must not fill the memory: then lines are lost. */
export const MAX_UNREAD_BYTES = 8 * 1024 * 1024

let pendingLines = ''
let lostLines = 0
const requestContext = new AsyncLocalStorage<{
  id: string | undefined
  request?: object
  response?: object
}>()

/** Does what a request asks for: it has an id from here on, and every line that is logged meanwhile carries it. */
export function runInRequestContext<Result>(work: () => Result, id: string = randomUUID()): Result {
  return requestContext.run({ id, request: {} }, work)
}

/** The id of the request that is being answered; undefined for what the process does by itself. */
export function getRequestId(): string | undefined {
  return requestContext.getStore()?.id
}

/**
 * Does what one answer needs: until it is there, `thisAnswer` is the same for all who work on it, and for nobody else.
 */
export function runInResponseContext<Result>(work: () => Result): Result {
  return requestContext.run({ ...requestContext.getStore(), id: getRequestId(), response: {} }, work)
}

/**
 * What is found for this request, before and while it is answered, may be kept under it; undefined outside of requests.
 */
export function getRequestKey(): object | undefined {
  return requestContext.getStore()?.request
}

/** What is found for this answer may be kept under it in a WeakMap; undefined where no answer is worked on. */
export function getResponseKey(): object | undefined {
  return requestContext.getStore()?.response
}

/** Writes one JSON line to standard output. Never hand it a query, a cookie, a body or a secret. */
export function logLine(level: Level, event: string, fields: Fields = {}): void {
  logBuffered(level, event, fields)
  flush()
}

/** The same, together with all other lines of this turn of the event loop: each write costs as much as a kept page. */
export function logBuffered(level: Level, event: string, fields: Fields = {}): void {
  if (pendingLines === '') setImmediate(flush)
  pendingLines += toLine(level, event, { id: getRequestId(), ...fields })
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

/** A line that tells how many are missing before it; '' when none is. */
function formatLostLines(): string {
  const lines = lostLines
  lostLines = 0
  return lines === 0 ? '' : toLine('warn', 'log-lines-lost', { lines })
}

/**
 * A request's path as it may stand in a log: nothing of a query, also where a mail program or a person spoilt the
 * mark that begins it.
 */
export function toLoggedPath(target: string): string {
  return (target.split(/[?&#;]|%3f|%26|%23|%3b/i)[0] ?? '').slice(0, 500)
}

/** What of an error may stand in a log: its name, its message without queries, where it happened. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: 'thrown value', message: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return {
    error: error.name,
    message: messageOf(error),
    stack: stripQueries(frames.slice(0, 8).join('\n')),
  }
}

/** A parser quotes what it could not read: the provider's tokens, if it was the provider that spoke. */
function messageOf(error: Error): string {
  return error instanceof SyntaxError ? 'This text could not be parsed.' : stripQueries(error.message)
}

function stripQueries(text: string): string {
  return text.replace(/\?[^\s'")]*/g, '?…').slice(0, 2000)
}
