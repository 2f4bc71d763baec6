import { isApi } from './api-path.server.ts'
import { policyOfData } from './headers.server.ts'

/** A request refused before Remix saw it. */
export type Refusal = { errorType: string; status: number; headers?: Record<string, string> }

const words = new Map([
  [400, 'This address or request could not be understood.'],
  [403, 'This request did not come from this site, so nothing was changed.'],
  [404, 'There is nothing here.'],
  [405, 'This page does not take requests of this kind.'],
  [408, 'The request took too long to arrive. Please try again.'],
  [411, 'The request must say how long it is.'],
  [413, 'What was sent is too large, so nothing was saved. Please go back and make it smaller.'],
  [415, 'What was sent is of a kind that is not accepted here.'],
  [429, 'Too many requests. Please wait a moment and try again.'],
  [500, 'Something went wrong on our side. Please try again later.'],
  [503, 'Too many people are here at this moment. Please try again in a few seconds.'],
])

/** The headers and body of a refusal: the JSON envelope under /api, a small page everywhere else. */
export function answerRefusal(
  path: string,
  refusal: Refusal,
): { headers: Record<string, string>; body: string } {
  const message = words.get(refusal.status) ?? 'The request was refused.'
  const isCall = isApi(path)
  const type = isCall ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8'
  const { errorType, status, headers } = refusal
  return {
    headers: {
      ...headers,
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policyOfData,
    },
    body: isCall ? JSON.stringify({ errorType, message, status }) : page(message, status),
  }
}

function page(message: string, status: number): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Douze</title></head>
<body><main><h1>${status}</h1><p>${message}</p><p><a href="/">To the start page</a></p></main></body>
</html>
`
}
