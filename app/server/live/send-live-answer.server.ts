import type { ServerResponse } from 'node:http'
import { nonPageHeaders } from '#app/http/security-headers.server.ts'
import { logBuffered } from '#app/server/monitoring/log.server.ts'
import { baseHeaders } from '#app/server/response/send-error.server.ts'
import { type AnswerKind, createAnswerCounts } from './answer-counts.server.ts'

/**
 * What the script of the live page gets: nothing new where `body` is undefined, 'put-off' where it is to ask again soon,
 * 'signed-out' without a session. 'gone': it did not wait.
 */
export type LiveAnswer = { etag: string; body?: string } | 'put-off' | 'signed-out' | 'gone'

/** How long the script waits until it asks again, in seconds: at least so long after an answer, or after being put off. */
const interval = { answered: 10, 'put-off': 5, max: 60 } as const

/** The header that tells the script when to ask again: later the more requests are in flight. */
export function askAgainHeader(
  inFlight: number,
  after: 'answered' | 'put-off' = 'answered',
): [string, string] {
  const seconds = Math.min(interval.max, interval[after] + Math.floor(inFlight / 4))
  return ['Ask-Again', String(seconds)]
}

const commonHeaders = Object.entries({
  ...baseHeaders,
  ...nonPageHeaders,
  'Cache-Control': 'private, no-cache',
  Vary: 'Cookie',
}).flat()

/** What the script gets without a session. */
export const signedOut = { ended: 'session' }

const countAnswer = createAnswerCounts((counts) => logBuffered('info', 'live-answers', counts))

interface Sending {
  /** How many requests are in flight. */
  inFlight: number
  /** Names and values alternating. */
  extraHeaders: readonly string[]
}

/** Sends an answer, uncompressed: that would take as long as making it. */
export function sendLiveAnswer(
  response: ServerResponse,
  answer: LiveAnswer,
  { inFlight, extraHeaders }: Sending,
): void {
  countAnswer(kindOf(answer))
  if (answer === 'gone') return
  const askAgain = askAgainHeader(inFlight, answer === 'put-off' ? 'put-off' : 'answered')
  const headers = [...commonHeaders, ...extraHeaders, ...askAgain]
  if (answer === 'put-off') response.writeHead(204, headers).end()
  else if (answer === 'signed-out') sendJson(response, 401, headers, JSON.stringify(signedOut))
  else {
    headers.push('ETag', answer.etag)
    if (answer.body === undefined) response.writeHead(304, headers).end()
    else sendJson(response, 200, headers, answer.body)
  }
}

function sendJson(response: ServerResponse, status: number, headers: string[], body: string): void {
  headers.push('Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(body)))
  response.writeHead(status, headers).end(body)
}

function kindOf(answer: LiveAnswer): AnswerKind {
  if (typeof answer === 'string') return answer
  return answer.body === undefined ? 'unchanged' : 'changed'
}
