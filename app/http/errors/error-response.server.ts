import { isApiPath } from '#app/http/api-path.server.ts'
import { nonPageHeaders } from '#app/http/security-headers.server.ts'
import { createErrorEnvelope, type ErrorEnvelope, type ErrorType } from './error-types.ts'

/** A request refused before Remix saw it; `message` where the usual one says too little. */
export type ErrorResponse = { errorType: ErrorType; message?: string; headers?: Record<string, string> }

/** The status, headers and body of a refusal: the JSON envelope under /api, a small page everywhere else. */
export function renderErrorResponse(
  path: string,
  { errorType, message, headers }: ErrorResponse,
): { status: number; headers: Record<string, string>; body: string } {
  const isCall = isApiPath(path)
  const envelope = createErrorEnvelope(errorType, message)
  return {
    status: envelope.status,
    headers: {
      ...headers,
      'Content-Type': isCall ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
      ...nonPageHeaders,
    },
    body: isCall ? JSON.stringify(envelope) : renderErrorPage(envelope),
  }
}

/** What is refused once a limit (rate-limit.server.ts) is spent. */
export function createRateLimitResponse({ retryAfterSeconds }: { retryAfterSeconds: number }): ErrorResponse {
  return { errorType: 'TOO_MANY_REQUESTS', headers: { 'Retry-After': String(retryAfterSeconds) } }
}

/** Answers with a refusal at an address that is no page: what is thrown there loses its words and headers. */
export function respondWithError(path: string, refusal: ErrorResponse): Response {
  const { body, ...init } = renderErrorResponse(path, refusal)
  return new Response(body, init)
}

function renderErrorPage({ message, status }: ErrorEnvelope): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Douze</title></head>
<body><main><h1>${status}</h1><p>${message}</p><p><a href="/">To the start page</a></p></main></body>
</html>
`
}
