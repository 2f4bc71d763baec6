import { toDatabaseAwayResponse } from '#app/http/errors/database-away.server.ts'
import type { Exchange } from '#app/server/load-context.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { sendError } from './send-error.server.ts'

/** Answers a request that failed: a missing file, a client that disconnected, a database that is away, or a bug. */
export function sendFailure(error: unknown, { request, response, context }: Exchange): void {
  if (response.headersSent || request.destroyed) {
    response.destroy()
    return
  }
  const id = context.requestId
  const failure = toDatabaseAwayResponse(error, request.method ?? '')
  if (failure) {
    logLine('error', 'database-away', { id, ...describeError(error) })
    sendError(request, response, failure)
    return
  }
  const status = readStatus(error)
  if (status === 500) logLine('error', 'bug', { id, ...describeError(error) })
  if (status === 500) sendError(request, response, { errorType: 'SERVER_ERROR' })
  else if (status === 404 || status === 403) sendError(request, response, { errorType: 'NOT_FOUND' })
  else if (status === 400) sendError(request, response, { errorType: 'BAD_REQUEST' })
  else {
    response.statusCode = status
    response.end()
  }
}

/** The status that an error has, as those of Express's file server have, when it is the client's mistake; otherwise 500. */
function readStatus(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 500
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500
}
