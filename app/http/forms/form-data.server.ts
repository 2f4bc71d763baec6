import { formTokenField, requireOwnForm } from '#app/http/csrf.server.ts'
import { bodyLimits, readBody } from '#app/http/request-body.server.ts'
import { throwErrorResponse } from '#app/http/responses.server.ts'
import { MAX_FIELDS } from './fields.server.ts'

/** The limit of a multipart delimiter with its two dashes (RFC 2046, 5.1.1). */
const longestDelimiter = 72

/**
 * The fields of a form that a page of this site has posted, counted before parsing; a POST without a body is an empty form.
 * Throws a response: 403 when another site sent it, 405 when it is no POST, 413 above `maxBytes`, 400 when the body is no
 * form or has more than 200 fields.
 */
export async function readFormData(request: Request, maxBytes: number = bodyLimits.form): Promise<FormData> {
  requireOwnForm(request)
  const type = request.headers.get('Content-Type') ?? ''
  const body = await readBody(request, maxBytes)
  if (body.length === 0 && type === '') return new FormData()
  const isMultipart = type.toLowerCase().startsWith('multipart/')
  const count = isMultipart ? countParts(body) : countOccurrences(body, Buffer.from('&')) + 1
  if (count > MAX_FIELDS) return throwErrorResponse('BAD_REQUEST')
  const sent = new Response(body, { headers: { 'Content-Type': type } })
  const form = await sent.formData().catch(() => throwErrorResponse('BAD_REQUEST'))
  form.delete(formTokenField)
  return form
}

/** Counts the delimiters of a multipart body: one before each part and one at the end. An overlong delimiter counts as too many parts. */
function countParts(body: Buffer): number {
  const start = findFirstLine(body)
  const end = body.indexOf('\r\n', start)
  const delimiter = body.subarray(start, end)
  const isDelimiter = end > start && delimiter.length <= longestDelimiter
  return isDelimiter ? countOccurrences(body, delimiter) - 1 : Number.POSITIVE_INFINITY
}

/** Skips empty lines before the first delimiter. */
function findFirstLine(body: Buffer): number {
  let at = 0
  while (body[at] === 0x0d && body[at + 1] === 0x0a) at += 2
  return at
}

function countOccurrences(body: Buffer, part: Buffer): number {
  let count = 0
  for (let at = body.indexOf(part); at !== -1; at = body.indexOf(part, at + part.length)) count += 1
  return count
}
