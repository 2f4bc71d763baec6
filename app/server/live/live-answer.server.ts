import type { IncomingMessage, ServerResponse } from 'node:http'
import { findSessionVisitor } from '#app/auth/session/session.server.ts'
import { findSessionId } from '#app/auth/session/session-cookie.server.ts'
import { readLiveEtag } from '#app/server/live/live-etag.server.ts'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'
import { matchesEtag } from '#app/server/response/etag.server.ts'
import { baseHeaders } from '#app/server/response/send-error.server.ts'
import { db, systemNow } from '#db/connection.server.ts'

/** Where the script of the live page asks whether something is new. */
export const liveAnswerPath = '/game/live.json'

/** How long the script waits until it asks again, in seconds. */
const interval = { min: 10, max: 60 } as const

/** The header that tells the script when to ask again: later the more requests are in flight. */
export function askAgainHeader(inFlight: number): [string, string] {
  const seconds = Math.min(interval.max, interval.min + Math.floor(inFlight / 4))
  return ['Ask-Again', String(seconds)]
}

/** Whether a request is one of the live page's script that may have what its visitor would get. */
export function asksForLiveAnswer({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && url === liveAnswerPath && headers['if-none-match'] !== undefined
}

let checkCount = 0

/**
 * The ETag of the answer if the visitor has it: almost all have, so a look at the session and some numbers spares them
 * Express and the route. Undefined for any other, which goes on to the route, where the database is away, and beyond
 * `capacity.visitorChecks` at once, so that the route's queue refuses what is too much.
 */
export async function findUnchangedLiveAnswer({ headers }: IncomingMessage): Promise<string | undefined> {
  const id = findSessionId(headers.cookie ?? null)
  if (!id || checkCount >= capacity.visitorChecks) return undefined
  checkCount += 1
  try {
    const visitor = await findSessionVisitor(db, id, systemNow())
    const etag = visitor && (await readLiveEtag(visitor))
    return etag && matchesEtag(headers['if-none-match'], etag) ? etag : undefined
  } catch {
    return undefined
  } finally {
    checkCount -= 1
  }
}

const commonHeaders = Object.entries(baseHeaders).flat()

/** Sends 304. `extraHeaders`: names and values alternating. */
export function sendUnchanged(response: ServerResponse, etag: string, extraHeaders: readonly string[]): void {
  const own = ['ETag', etag, 'Cache-Control', 'private, no-cache', 'Vary', 'Cookie']
  response.writeHead(304, [...commonHeaders, ...own, ...extraHeaders]).end()
}
