import type { IncomingMessage, ServerResponse } from 'node:http'
import { logBuffered, toLoggedPath } from './log.server.ts'

/** Leaves one line in the log when the answer has gone, or the visitor before it: no query, no cookie. */
export function logRequest(request: IncomingMessage, response: ServerResponse, id: string): void {
  const began = performance.now()
  const { method, url = '' } = request
  response.on('close', () => {
    const status = response.writableFinished ? response.statusCode : 499
    const ms = Math.round((performance.now() - began) * 10) / 10
    logBuffered('info', 'request', { id, method, path: toLoggedPath(url), status, ms })
  })
}
