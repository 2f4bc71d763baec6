import { isApi } from './api-path.server.ts'
import { type ErrorEnvelope, type ErrorType, envelopeOf } from './error-types.ts'
import { sealed } from './headers.server.ts'

/** A request refused before Remix saw it; `message` where the usual one says too little. */
export type Refusal = { errorType: ErrorType; message?: string; headers?: Record<string, string> }

/** The status, headers and body of a refusal: the JSON envelope under /api, a small page everywhere else. */
export function answerRefusal(
  path: string,
  { errorType, message, headers }: Refusal,
): { status: number; headers: Record<string, string>; body: string } {
  const isCall = isApi(path)
  const envelope = envelopeOf(errorType, message)
  return {
    status: envelope.status,
    headers: {
      ...headers,
      'Content-Type': isCall ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
      ...sealed,
    },
    body: isCall ? JSON.stringify(envelope) : page(envelope),
  }
}

/** What is refused once a limit (limits.server.ts) is spent. */
export function tooMany({ retryAfterSeconds }: { retryAfterSeconds: number }): Refusal {
  return { errorType: 'TOO_MANY_REQUESTS', headers: { 'Retry-After': String(retryAfterSeconds) } }
}

/** Answers with a refusal at an address that is no page: what is thrown there loses its words and headers. */
export function refuseAt(path: string, refusal: Refusal): Response {
  const { body, ...init } = answerRefusal(path, refusal)
  return new Response(body, init)
}

function page({ message, status }: ErrorEnvelope): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Douze</title></head>
<body><main><h1>${status}</h1><p>${message}</p><p><a href="/">To the start page</a></p></main></body>
</html>
`
}
