import { throwErrorResponse } from '#app/http/responses.server.ts'
import { MAX_FIELDS } from './fields.server.ts'

/** No boundary is longer (RFC 2046, 5.1.1), the two dashes before it included. */
const longestDelimiter = 72

/**
 * The fields of a posted form, counted before they are parsed. Throws a 400 answer when the body is no form, or has more
 * than 200.
 */
export async function readFormData(request: Request): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? ''
  const body = Buffer.from(await request.arrayBuffer())
  const isMultipart = type.toLowerCase().startsWith('multipart/')
  const count = isMultipart ? countParts(body) : countOf(body, Buffer.from('&')) + 1
  if (count > MAX_FIELDS) return throwErrorResponse('BAD_REQUEST', 400)
  const form = new Response(body, { headers: { 'Content-Type': type } })
  return form.formData().catch(() => throwErrorResponse('BAD_REQUEST', 400))
}

/** A multipart body begins with its delimiter, and ends with one more. One that is longer than any may be is taken for too many parts. */
function countParts(body: Buffer): number {
  const start = firstOfLine(body)
  const end = body.indexOf('\r\n', start)
  const delimiter = body.subarray(start, end)
  const isDelimiter = end > start && delimiter.length <= longestDelimiter
  return isDelimiter ? countOf(body, delimiter) - 1 : Number.POSITIVE_INFINITY
}

/** Empty lines may stand before it. */
function firstOfLine(body: Buffer): number {
  let at = 0
  while (body[at] === 0x0d && body[at + 1] === 0x0a) at += 2
  return at
}

function countOf(body: Buffer, part: Buffer): number {
  let count = 0
  for (let at = body.indexOf(part); at !== -1; at = body.indexOf(part, at + part.length)) count += 1
  return count
}
