import type { z } from 'zod'
import { type ErrorType, isErrorType } from '#app/game/errors/errors.ts'
import type { HandlerArgs } from '#app/server/load-context.server.ts'
import { describeError, logLine, toLoggedPath } from '#app/server/monitoring/log.server.ts'
import { isDatabaseUnavailable, isOutcomeUnknown } from '#db/errors.server.ts'
import { requireSameOrigin } from './csrf.server.ts'
import { outcomeUnknownMessage } from './errors/database-away.server.ts'
import { createErrorEnvelope, type ErrorEnvelope } from './errors/error-response.server.ts'
import { type FieldErrors, parseValue } from './forms/parse-form.server.ts'
import { bodyLimits, readBody } from './request-body.server.ts'
import { respond } from './responses.server.ts'
import { recordFailedWrite } from './try-write.server.ts'

/** A JSON response. Browsers and proxies cache nothing of the API (security.md). */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return respond(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
}

/** A response without a body: 204, or 202 for accepted work. */
export function emptyResponse(status: 202 | 204 = 204): Response {
  return respond(null, { status })
}

/** Handles an API request of a program or of this site; every error becomes the error envelope, never HTML, never a stack. */
export async function handleApiRequest(
  { request, context: { requestId: id } }: HandlerArgs,
  handle: () => Promise<Response>,
): Promise<Response> {
  try {
    requireSameOrigin(request)
    return await handle()
  } catch (thrown) {
    const error = readApiError(thrown)
    if (error) return json(error.envelope, error.envelope.status, error.headers)
    if (isOutcomeUnknown(thrown)) {
      recordFailedWrite(thrown, id)
      return json(createErrorEnvelope('SERVER_ERROR', outcomeUnknownMessage), 500)
    }
    if (isDatabaseUnavailable(thrown)) {
      recordFailedWrite(thrown, id)
      const message = request.method === 'GET' ? undefined : notSavedMessage
      return json(createErrorEnvelope('SERVICE_UNAVAILABLE', message), 503, { 'Retry-After': '5' })
    }
    const path = toLoggedPath(new URL(request.url).pathname)
    logLine('error', 'bug', { id, method: request.method, path, ...describeError(thrown) })
    return json(createErrorEnvelope('SERVER_ERROR'), 500)
  }
}

/** For a write to a full or locked database; a read gets the usual message. */
const notSavedMessage =
  'Nothing was saved: the database cannot be written at the moment. Please try again later.'

/** Ends the request with an error of the API; `message` replaces the usual one. */
export function throwApiError(errorType: ErrorType, message?: string): never {
  throw new ApiError(createErrorEnvelope(errorType, message))
}

/** What is read for the response to a write that is stored: when it cannot be read, 500 says so, and not that nothing was saved. */
export async function readStored<Value>(read: Promise<Value>): Promise<Value> {
  return read.catch((error) => {
    if (!isDatabaseUnavailable(error)) throw error
    return throwApiError('SERVER_ERROR', storedMessage)
  })
}

const storedMessage =
  'This was saved, but the database cannot be read at the moment. Please look again later.'

/** Ends the request with 422: the body is well-formed, but these fields are invalid. */
export function throwFieldErrors(fieldErrors: FieldErrors): never {
  throw new ApiError({ ...createErrorEnvelope('VALIDATION_FAILED'), fieldErrors })
}

/** Thrown to end an API request with an error envelope. */
class ApiError {
  readonly envelope: ErrorEnvelope
  constructor(envelope: ErrorEnvelope) {
    this.envelope = envelope
  }
}

/** Parses and validates a JSON body: 415 for another type, 413, 400 for broken JSON, 422 for invalid fields. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!isJson(request.headers.get('Content-Type') ?? '')) throwApiError('UNSUPPORTED_MEDIA_TYPE')
  const parsed = parseValue(schema, parseUtf8Json(await readBody(request, bodyLimits.json)))
  return parsed.ok ? parsed.value : throwFieldErrors(parsed.fieldErrors)
}

/** JSON is UTF-8 (RFC 8259, 8.1): with another charset names would be stored garbled. */
function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='))
  return type.trim() === 'application/json' && /^(charset="?utf-?8"?)?$/.test(charset ?? '')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseUtf8Json(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return throwApiError('BAD_REQUEST', 'The body is not JSON.')
  }
}

interface ApiErrorResponse {
  envelope: ErrorEnvelope
  headers: Record<string, string>
}

/** Guards, rate limits and `throwErrorResponse` throw `data({ errorType }, { status, headers })`. */
function readApiError(thrown: unknown): ApiErrorResponse | undefined {
  if (thrown instanceof ApiError) {
    const { envelope } = thrown
    return { envelope, headers: envelope.status === 503 ? { 'Retry-After': '5' } : {} }
  }
  if (!isObject(thrown) || !isObject(thrown.data) || !isObject(thrown.init)) return undefined
  const { errorType } = thrown.data
  if (typeof errorType !== 'string' || !isErrorType(errorType)) return undefined
  return { envelope: createErrorEnvelope(errorType), headers: readHeaders(thrown.init.headers) }
}

function readHeaders(headers: unknown): Record<string, string> {
  if (headers instanceof Headers) return Object.fromEntries(headers)
  const pairs = isObject(headers) ? Object.entries(headers) : []
  return Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
