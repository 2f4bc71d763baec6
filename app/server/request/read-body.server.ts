import type { IncomingMessage, ServerResponse } from 'node:http'
import { isApiPath } from '#app/http/api-path.server.ts'
import { hasSessionCookie } from '#app/http/csrf.server.ts'
import type { ErrorResponse } from '#app/http/errors/error-response.server.ts'
import { bodyLimits } from '#app/http/request-body.server.ts'
import { limitConcurrency } from '#app/server/load-shedding/concurrency-limit.server.ts'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'
import { acceptsUploads, bodyTimeoutMs } from './body-limits.server.ts'
import { createBodyMemory } from './body-memory.server.ts'
import { isReadMethod, type RequestHead } from './check-request.server.ts'

type Bytes = Uint8Array<ArrayBuffer>
type ReadBodyResult = { refused: ErrorResponse } | { bytes: Bytes }
type Sender = Pick<RequestHead, 'method' | 'contentLength' | 'cookie' | 'authorization'>
type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse }

/** The role of a sender, which decides how large a body may be; 'unknown' when it cannot be looked up at the moment. */
export type SenderRole = 'anonymous' | 'manager' | 'admin' | 'unknown'

/**
 * Reads bodies whole, up to the limit of their sender: 16 kB from anybody, 256 kB (JSON: 100 kB) from managers, 8 MB from
 * admins. A body over 16 kB is not read before its sender's role is known. A body that is being received takes no place in
 * the request queue; its memory is bounded until the response is sent. `findSenderRole` never throws.
 */
export function createBodyReader() {
  const uploads = limitConcurrency(capacity.uploads)
  const memory = createBodyMemory(capacity.bodyBytes)
  const uploadMemory = createBodyMemory(capacity.uploads * bodyLimits.picture)

  return async function readAllowedBody(
    exchange: Exchange,
    sender: Sender,
    path: string,
    findSenderRole: () => Promise<SenderRole>,
  ): Promise<ReadBodyResult> {
    if (isReadMethod(sender.method)) return { bytes: new Uint8Array() }
    const length = Number(sender.contentLength ?? 0)
    const refused = length > bodyLimits.anonymous && rejectLargeBody(await findSenderRole(), sender, path)
    if (refused) return { refused }
    const isUpload = length > bodyLimits.form
    const read = () =>
      readBody(exchange, {
        length,
        timeoutMs: bodyTimeoutMs(length),
        memory: isUpload ? uploadMemory : memory,
      })
    const bytes = await (isUpload ? uploads.run(read) : read())
    if (bytes === 'busy' || bytes === 'full') return { refused: busy }
    return bytes === 'late' ? { refused: tooLate } : { bytes }
  }
}

/**
 * Checks the sender of a body over 16 kB. An article is read even from an admin whose session has ended, so that its form
 * can keep the text; a picture is not (D16).
 */
function rejectLargeBody(role: SenderRole, sender: Sender, path: string): ErrorResponse | undefined {
  if (role === 'unknown') return busy
  const isUpload = Number(sender.contentLength) > bodyLimits.form
  if (isUpload && role === 'manager') return { errorType: 'ACCESS_DENIED' }
  if (role !== 'anonymous') return undefined
  if (isApiPath(path)) return unauthenticated
  if (!hasSessionCookie(sender.cookie)) return { errorType: 'PAYLOAD_TOO_LARGE' }
  return !isUpload && acceptsUploads(path) ? undefined : signedOut
}

interface ReadBodyOptions {
  length: number
  timeoutMs: number
  memory: ReturnType<typeof createBodyMemory>
}

/**
 * Reads a body of a known length whole. 'late' when it is incomplete after `timeoutMs`, 'busy' when its memory is needed for
 * others. Rejects when the sender disconnects.
 */
export function readBody(
  { incoming, outgoing }: Exchange,
  { length, timeoutMs, memory }: ReadBodyOptions,
): Promise<Bytes | 'late' | 'busy'> {
  return new Promise((resolve, reject) => {
    if (incoming.destroyed) return reject(new Error('The sender hung up'))
    const reservation = memory.reserve(length + measureHead(incoming), () => stop(() => resolve('busy')))
    if (!reservation) return resolve('busy')
    let bytes: Bytes | undefined
    let offset = 0
    const timer = setTimeout(() => stop(() => resolve('late')), timeoutMs)
    const append = (chunk: Buffer) => {
      bytes ??= new Uint8Array(length)
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    const settle = (callback: () => void) => {
      clearTimeout(timer)
      incoming.off('data', append).off('end', finish).off('error', fail).off('close', fail)
      callback()
    }
    const stop = (callback: () => void) => {
      reservation.release()
      settle(callback)
    }
    const fail = () => stop(() => reject(new Error('The sender hung up')))
    const finish = () => {
      reservation.complete()
      outgoing.once('close', reservation.release)
      settle(() => resolve(bytes ?? new Uint8Array()))
    }
    incoming.on('data', append).once('end', finish).once('error', fail).once('close', fail)
  })
}

/** The size of a request's head in bytes: Node decodes headers as Latin-1. */
function measureHead({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length)
}

const retryHeaders = { 'Retry-After': '5', Connection: 'close' }
const busy: ErrorResponse = { errorType: 'SERVICE_UNAVAILABLE', headers: retryHeaders }
const unauthenticated: ErrorResponse = {
  errorType: 'UNAUTHENTICATED',
  headers: { 'WWW-Authenticate': 'Bearer' },
}
const signedOut: ErrorResponse = {
  errorType: 'UNAUTHENTICATED',
  message:
    'You are not signed in any more, so nothing was saved. Go back: what you typed is still there. Copy it, sign in, and send it again.',
}
const tooLate: ErrorResponse = {
  errorType: 'BAD_REQUEST',
  message: 'The request took too long to arrive. Please try again.',
  headers: { Connection: 'close' },
}
