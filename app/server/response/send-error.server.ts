import type { IncomingMessage, ServerResponse } from 'node:http'
import { config } from '#app/config.server.ts'
import { toDatabaseAwayResponse } from '#app/http/errors/database-away.server.ts'
import { type ErrorResponse, renderErrorResponse } from '#app/http/errors/error-response.server.ts'
import { buildBaseHeaders, nonPageHeaders } from '#app/http/security-headers.server.ts'
import type { Exchange } from '#app/server/load-context.server.ts'
import { describeError, logLine, logRequest } from '#app/server/monitoring/log.server.ts'
import { endErrorResponse, hasLargeBody } from '#app/server/request/node-http.server.ts'

/** The headers that every response has. */
export const baseHeaders = buildBaseHeaders(config.isHttps)

/** Gives a response its common headers, and logs it once it ends. The log holds no query and no cookie. */
export function beginResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, isClosing }: { requestId: string; isClosing: boolean },
): void {
  logRequest(request, response, requestId)
  setHeaders(response, { ...baseHeaders, 'X-Request-Id': requestId })
  if (isClosing) response.setHeader('Connection', 'close')
}

/** Sends an error, as a page or as JSON. After a large body the connection is closed. */
export function sendError(request: IncomingMessage, response: ServerResponse, error: ErrorResponse): void {
  const { status, headers, body } = renderErrorResponse(readPath(request), error)
  if (hasLargeBody(request)) response.setHeader('Connection', 'close')
  setHeaders(response, headers)
  response.statusCode = status
  endErrorResponse(request, response, request.method === 'HEAD' ? undefined : body)
}

/** Sends a visitor to the same page of the public host. */
export function sendToPublicHost(response: ServerResponse, location: string): void {
  setHeaders(response, { ...nonPageHeaders, Location: location, 'Content-Length': '0' })
  response.statusCode = 308
  response.end()
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** Express cuts the mount path off `url` while it serves files. */
function readPath(request: IncomingMessage & { originalUrl?: string }): string {
  return (request.originalUrl ?? request.url ?? '/').split('?')[0] ?? ''
}

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
