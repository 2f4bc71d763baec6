import type { z } from 'zod'
import { isPassing } from './attempt.server.ts'
import { type ErrorEnvelope, type ErrorType, envelopeOf, errorTypes, isErrorType } from './error-types.ts'
import { type FieldErrors, toFieldErrors } from './form.server.ts'
import { noteNotWritten } from './health.server.ts'
import { describeError, loggedPath, logLine } from './log.server.ts'

/** Answers JSON. Nothing of the contract is kept by browsers or proxies (security.md). */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
}

/** Answers that it is done, and nothing more: 204, or 202 when it goes on. */
export function done(status: 202 | 204 = 204): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}

/** Does a call's work; whatever it throws is answered in the envelope, never as HTML, never with a stack. */
export async function answerJson(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (thrown) {
    const refused = readThrown(thrown)
    if (refused) return json(refused.envelope, refused.envelope.status, refused.headers)
    if (isPassing(thrown)) {
      noteNotWritten(Date.now())
      logLine('error', 'not-saved', describeError(thrown))
      return json(envelopeOf('SERVICE_UNAVAILABLE', notSavedWords(request)), 503, { 'Retry-After': '5' })
    }
    logLine('error', 'bug', { method: request.method, path: pathOf(request), ...describeError(thrown) })
    return json(envelopeOf('SERVER_ERROR'), errorTypes.SERVER_ERROR.status)
  }
}

/** A write that met a full or locked database is told so; a read gets the usual words. */
function notSavedWords({ method }: Request): string | undefined {
  return method === 'GET'
    ? undefined
    : 'Nothing was saved: the database cannot be written at the moment. Please try again later.'
}

/** Ends the request with an error of the contract; `message` where the usual one says too little. */
export function refuse(errorType: ErrorType, message?: string): never {
  throw new Refused(envelopeOf(errorType, message))
}

/** Ends the request with 422: what was sent is well-formed, but these fields are not acceptable. */
export function refuseFields(fieldErrors: FieldErrors): never {
  throw new Refused({ ...envelopeOf('VALIDATION_FAILED'), fieldErrors })
}

/** A refusal on its way to the envelope. */
class Refused {
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
  if (!isJson(request.headers.get('Content-Type') ?? '')) refuse('UNSUPPORTED_MEDIA_TYPE')
  const result = schema.safeParse(parse(await request.arrayBuffer()))
  return result.success ? result.data : refuseFields(toFieldErrors(result.error.issues))
}

/** JSON is UTF-8 (RFC 8259, 8.1): whoever says otherwise would have names stored that nobody typed. */
function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='))
  return type.trim() === 'application/json' && /^(charset="?utf-?8"?)?$/.test(charset ?? '')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return refuse('BAD_REQUEST', 'The body is no JSON.')
  }
}

interface Thrown {
  envelope: ErrorEnvelope
  headers: Record<string, string>
}

/** What guards, limits and `problem` throw is `data({ errorType }, { status, headers })`. */
function readThrown(thrown: unknown): Thrown | undefined {
  if (thrown instanceof Refused) return { envelope: thrown.envelope, headers: {} }
  if (!isObject(thrown) || !isObject(thrown.data) || !isObject(thrown.init)) return undefined
  const { errorType } = thrown.data
  if (typeof errorType !== 'string' || !isErrorType(errorType)) return undefined
  return { envelope: envelopeOf(errorType), headers: readHeaders(thrown.init.headers) }
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
  return loggedPath(new URL(request.url).pathname)
}
