import type { z } from 'zod'
import { recordWriteFailure } from '#app/server/monitoring/health.server.ts'
import { describeError, logLine, toLoggedPath } from '#app/server/monitoring/log.server.ts'
import {
  createErrorEnvelope,
  type ErrorEnvelope,
  type ErrorType,
  errorTypes,
  isErrorType,
} from './errors/error-types.ts'
import { type FieldErrors, toFieldErrors } from './forms/parse-form.server.ts'
import { isDatabaseUnavailable } from './try-write.server.ts'

/** Answers JSON. Nothing of the contract is kept by browsers or proxies (security.md). */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
}

/** Answers that it is done, and nothing more: 204, or 202 when it goes on. */
export function emptyResponse(status: 202 | 204 = 204): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}

/** Does a call's work; whatever it throws is answered in the envelope, never as HTML, never with a stack. */
export async function handleApiRequest(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (thrown) {
    const refused = readApiError(thrown)
    if (refused) return json(refused.envelope, refused.envelope.status, refused.headers)
    if (isDatabaseUnavailable(thrown)) {
      recordWriteFailure(Date.now())
      logLine('error', 'not-saved', describeError(thrown))
      return json(createErrorEnvelope('SERVICE_UNAVAILABLE', getNotSavedMessage(request)), 503, {
        'Retry-After': '5',
      })
    }
    logLine('error', 'bug', { method: request.method, path: pathOf(request), ...describeError(thrown) })
    return json(createErrorEnvelope('SERVER_ERROR'), errorTypes.SERVER_ERROR.status)
  }
}

/** A write that met a full or locked database is told so; a read gets the usual words. */
function getNotSavedMessage({ method }: Request): string | undefined {
  return method === 'GET'
    ? undefined
    : 'Nothing was saved: the database cannot be written at the moment. Please try again later.'
}

/** Ends the request with an error of the contract; `message` where the usual one says too little. */
export function throwApiError(errorType: ErrorType, message?: string): never {
  throw new ApiError(createErrorEnvelope(errorType, message))
}

/** Ends the request with 422: what was sent is well-formed, but these fields are not acceptable. */
export function throwFieldErrors(fieldErrors: FieldErrors): never {
  throw new ApiError({ ...createErrorEnvelope('VALIDATION_FAILED'), fieldErrors })
}

/** A refusal on its way to the envelope. */
class ApiError {
  readonly envelope: ErrorEnvelope
  constructor(envelope: ErrorEnvelope) {
    this.envelope = envelope
  }
}

/** Reads a JSON body and checks it: 415 for another type, 400 for broken JSON, 422 for what does not fit. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!isJson(request.headers.get('Content-Type') ?? '')) throwApiError('UNSUPPORTED_MEDIA_TYPE')
  const result = schema.safeParse(parseUtf8Json(await request.arrayBuffer()))
  return result.success ? result.data : throwFieldErrors(toFieldErrors(result.error.issues))
}

/** JSON is UTF-8 (RFC 8259, 8.1): whoever says otherwise would have names stored that nobody typed. */
function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='))
  return type.trim() === 'application/json' && /^(charset="?utf-?8"?)?$/.test(charset ?? '')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseUtf8Json(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return throwApiError('BAD_REQUEST', 'The body is no JSON.')
  }
}

interface ApiErrorResponse {
  envelope: ErrorEnvelope
  headers: Record<string, string>
}

/** What guards, limits and `problem` throw is `data({ errorType }, { status, headers })`. */
function readApiError(thrown: unknown): ApiErrorResponse | undefined {
  if (thrown instanceof ApiError) return { envelope: thrown.envelope, headers: {} }
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

function pathOf(request: Request): string {
  return toLoggedPath(new URL(request.url).pathname)
}
