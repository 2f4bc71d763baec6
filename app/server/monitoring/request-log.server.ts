import type { IncomingMessage, ServerResponse } from 'node:http'
import { logBuffered, toLoggedPath } from './log.server.ts'

/**
 * Logs a request when its response is sent, or with status 499 when the client disconnects before. No query, no cookie.
 */
export function logRequest(request: IncomingMessage, response: ServerResponse, id: string): void {
  const startedAt = performance.now()
  const { method, url = '' } = request
  response.on('close', () => {
    const status = response.writableFinished ? response.statusCode : 499
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    logBuffered('info', 'request', { id, method, path: toLoggedPath(url), status, ms })
  })
}
