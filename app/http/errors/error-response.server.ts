import { type ErrorType, errors, isErrorType } from '#app/game/errors/errors.ts'
import { isApiPath } from '#app/http/api-path.server.ts'
import { respond } from '#app/http/responses.server.ts'
import { nonPageHeaders } from '#app/http/security-headers.server.ts'

/** The envelope of every error below /api: `status` equals the HTTP status. */
export interface ErrorEnvelope {
  errorType: ErrorType
  message: string
  status: number
  /** Message by field; with VALIDATION_FAILED only. */
  fieldErrors?: Record<string, string>
}

/** `message` replaces the usual one. */
export function createErrorEnvelope(
  errorType: ErrorType,
  message: string = errors[errorType].message,
): ErrorEnvelope {
  return { errorType, message, status: errors[errorType].status }
}

/** An error response sent without Remix; `message` replaces the usual one. */
export type ErrorResponse = { errorType: ErrorType; message?: string; headers?: Record<string, string> }

/** The status, headers and body of an error: the JSON envelope under /api, a small page everywhere else. */
export function renderErrorResponse(
  path: string,
  { errorType, message, headers }: ErrorResponse,
): { status: number; headers: Record<string, string>; body: string } {
  const isApi = isApiPath(path)
  const envelope = createErrorEnvelope(errorType, message)
  return {
    status: envelope.status,
    headers: {
      ...headers,
      'Content-Type': isApi ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
      ...nonPageHeaders,
    },
    body: isApi ? JSON.stringify(envelope) : renderErrorPage(envelope),
  }
}

/** The error for an exceeded rate limit (rate-limit.server.ts). */
export function createRateLimitResponse({ retryAfterSeconds }: { retryAfterSeconds: number }): ErrorResponse {
  return { errorType: 'TOO_MANY_REQUESTS', headers: { 'Retry-After': String(retryAfterSeconds) } }
}

/** An error response of a resource route: Remix drops the message and headers of an error thrown there. */
export function respondWithError(path: string, error: ErrorResponse): Response {
  const { body, ...init } = renderErrorResponse(path, error)
  return respond(body, init)
}

/** What a form's reading ended the request with (`parseForm`), for a resource route in the same way; any other error is thrown on. */
export function respondWithThrown(path: string, thrown: unknown): Response {
  const data = typeof thrown === 'object' && thrown !== null && 'data' in thrown ? thrown.data : null
  const code = typeof data === 'object' && data !== null && 'errorType' in data ? data.errorType : null
  if (typeof code !== 'string' || !isErrorType(code)) throw thrown
  return respondWithError(path, { errorType: code })
}

function renderErrorPage({ message, status }: ErrorEnvelope): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Douze</title></head>
<body><main><h1>${status}</h1><p>${message}</p><p><a href="/">To the start page</a></p></main></body>
</html>
`
}
