import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeUri } from '#app/game/text/decode-uri.ts'

type Level = 'info' | 'warn' | 'error'
type Fields = Record<string, string | number | boolean | undefined>

/**
 * How many bytes may wait for the reader of the log. Further lines are lost: a stalled reader must not fill the memory.
 */
export const MAX_UNREAD_BYTES = 8 * 1024 * 1024

let pendingLines = ''
let lostLines = 0

// A reader that goes away, or a full disk, must not end the process: without a listener it would.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/**
 * Writes one JSON line to standard output. Never pass a query, a cookie, a body or a secret. `id`: the request's, where it is
 * known (decision 0017).
 */
export function logLine(level: Level, event: string, fields: Fields = {}): void {
  logBuffered(level, event, fields)
  flush()
}

/**
 * Logs together with all other lines of this turn of the event loop: each write costs as much as sending a cached page.
 */
export function logBuffered(level: Level, event: string, fields: Fields = {}): void {
  if (pendingLines === '') setImmediate(flush)
  pendingLines += toLine(level, event, fields)
}

/** Logs a request when its response is sent, or with status 499 when the client disconnects before. No query, no cookie. */
export function logRequest({ method, url = '' }: IncomingMessage, response: ServerResponse, id: string) {
  const startedAt = performance.now()
  response.on('close', () => {
    const status = response.writableFinished ? response.statusCode : 499
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    logBuffered('info', 'request', { id, method, path: toLoggedPath(url), status, ms })
  })
}

function toLine(level: Level, event: string, fields: Fields): string {
  return `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`
}

function flush(): void {
  const lines = pendingLines
  pendingLines = ''
  if (lines === '') return
  const count = lines.split('\n').length - 1
  if (process.stdout.writableLength > MAX_UNREAD_BYTES) {
    lostLines += count
    return
  }
  const lostBefore = lostLines
  lostLines = 0
  process.stdout.write(formatLostLines(lostBefore) + lines, (error) => {
    if (error) lostLines += lostBefore + count
  })
}

/** A line with the number of lines lost before it; '' when there are none. Starts a new line, because a full disk may have cut the last one off. */
function formatLostLines(lines: number): string {
  return lines === 0 ? '' : `\n${toLine('warn', 'log-lines-lost', { lines })}`
}

/**
 * A request's path for the log, without its query and without the secret of a screen or an invite (D39, D42), even when a mail
 * program or a person has escaped or replaced the question mark.
 */
export function toLoggedPath(target: string): string {
  const path = (target.split(/[?&#;]|%3f|%26|%23|%3b/i)[0] ?? '').slice(0, 500)
  const [, name] = secretPath.exec(decodeUri(path) ?? path) ?? []
  return name === undefined ? path : `/${name.toLowerCase()}/…`
}

/** The path of a league's screen or an invite, whose rest is a secret. The router matches it in any case. */
const secretPath = /^\/+(screen|join)\//i

/** An error for the log: name, message without queries, stack. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: 'thrown value', message: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return {
    error: error.name,
    message: readMessage(error),
    ...readReason(error),
    stack: stripQueries(frames.slice(0, 8).join('\n')),
  }
}

/** What a library or a provider says besides: a status, a description, and the code of the cause. */
function readReason(error: Error & { status?: unknown; description?: unknown }): Fields {
  const { status, description, cause } = error
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined
  return {
    ...(typeof status === 'number' && { status }),
    ...(typeof description === 'string' && { description: toLoggedText(description) }),
    ...(code !== undefined && { cause: code.slice(0, 100) }),
  }
}

/** Somebody else's text on one line, without what may be a token: long words but for those of letters, such as error codes. */
export function toLoggedText(text: string): string {
  return text
    .slice(0, 300)
    .replace(/(?![a-z_]+(?![\w.~+/=-]))[\w.~+/=-]{20,}/g, '…')
    .replace(/[\p{C}\s]+/gu, ' ')
}

/** A parser's message quotes its input, which may be the provider's tokens. */
function readMessage(error: Error): string {
  return error instanceof SyntaxError ? 'This text could not be parsed.' : stripQueries(error.message)
}

function stripQueries(text: string): string {
  return text.replace(/\?[^\s'")]*/g, '?…').slice(0, 2000)
}
