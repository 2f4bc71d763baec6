import type { IncomingMessage } from 'node:http'
import { isApi } from './api-path.server.ts'
import { bodyCaps, bodyTimeoutMs, takesUploads } from './body.server.ts'
import { limitConcurrency } from './concurrency.server.ts'
import { type Arrival, isRead } from './front.server.ts'
import { hasSession } from './origin.server.ts'
import type { Refusal } from './refusal.server.ts'
import { room } from './room.server.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Arrived = { refused: Refusal } | { bytes: Bytes }
type Sender = Pick<Arrival, 'method' | 'contentLength' | 'cookie' | 'authorization'>

/** Who sends a body, as far as it matters for its size. */
export type SenderRole = 'stranger' | 'manager' | 'admin'

/**
 * Reads bodies whole, each as far as its sender may: 16 kB from anybody, 256 kB (JSON: 100 kB) from who is signed in, 8 MB from
 * admins. Nothing is read before that is known. They hold no place among those who wait for an answer meanwhile.
 * `findRole` asks the database only; it never throws.
 */
export function openBodies({ findRole }: { findRole: (sender: Sender) => Promise<SenderRole> }) {
  const uploads = limitConcurrency(room.uploads)
  const small = createReader(room.arrivingBytes)
  // Each has its own cap, and there are few of them.
  const large = createReader(Number.POSITIVE_INFINITY)

  return async function takeBody(incoming: IncomingMessage, sender: Sender, path: string): Promise<Arrived> {
    if (isRead(sender.method)) return { bytes: new Uint8Array() }
    const length = Number(sender.contentLength ?? 0)
    const refused = length > bodyCaps.stranger && refuseLarge(await findRole(sender), sender, path)
    if (refused) return { refused }
    const timeoutMs = bodyTimeoutMs(path)
    const reading =
      length > bodyCaps.form ? uploads.run(() => large(incoming, timeoutMs)) : small(incoming, timeoutMs)
    const bytes = await (reading ?? 'busy')
    if (bytes === 'busy') return { refused: busy }
    return bytes === 'late' ? { refused: tooLate } : { bytes }
  }
}

/** A body over 16 kB. Who was signed out while writing an article keeps what was typed, but not a picture (D16). */
function refuseLarge(role: SenderRole, sender: Sender, path: string): Refusal | undefined {
  const isUpload = Number(sender.contentLength) > bodyCaps.form
  if (isUpload) return role === 'admin' ? undefined : refuseUpload(role, sender, path)
  if (role !== 'stranger') return undefined
  const isInterrupted = hasSession(sender.cookie)
  if (isApi(path)) return unauthenticated
  if (isInterrupted && takesUploads(path)) return undefined
  return isInterrupted ? signedOut : { errorType: 'PAYLOAD_TOO_LARGE' }
}

function refuseUpload(role: SenderRole, { cookie }: Sender, path: string): Refusal {
  if (role === 'manager') return { errorType: 'ACCESS_DENIED' }
  if (isApi(path)) return unauthenticated
  return hasSession(cookie) ? signedOut : { errorType: 'PAYLOAD_TOO_LARGE' }
}

/**
 * Reads bodies whole, within a bound in bytes for all that still arrive together: past it the one that began first is given up,
 * because an honest one is there in a blink. 'late' for one that is given up, or not there after `timeoutMs`.
 */
export function createReader(mostBytes: number) {
  const arriving = new Set<{ bytes: number; giveUp: () => void }>()
  let total = 0

  function makeRoom(): void {
    for (const oldest of arriving) {
      if (total <= mostBytes) return
      oldest.giveUp()
    }
  }

  return function read(incoming: IncomingMessage, timeoutMs: number): Promise<Bytes | 'late'> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const mine = { bytes: 0, giveUp: () => end(() => resolve('late')) }
      const timer = setTimeout(mine.giveUp, timeoutMs)
      arriving.add(mine)
      const take = (chunk: Buffer) => {
        chunks.push(chunk)
        mine.bytes += chunk.length
        total += chunk.length
        makeRoom()
      }
      function end(settle: () => void): void {
        if (!arriving.delete(mine)) return
        clearTimeout(timer)
        incoming.off('data', take)
        total -= mine.bytes
        settle()
        chunks.length = 0
      }
      incoming
        .on('data', take)
        .once('end', () => end(() => resolve(new Uint8Array(Buffer.concat(chunks)))))
        .once('error', (error) => end(() => reject(error)))
        .once('close', () => end(() => reject(new Error('The sender hung up'))))
    })
  }
}

const soon = { 'Retry-After': '5', Connection: 'close' }
const busy: Refusal = { errorType: 'SERVICE_UNAVAILABLE', headers: soon }
const unauthenticated: Refusal = { errorType: 'UNAUTHENTICATED', headers: { 'WWW-Authenticate': 'Bearer' } }
const signedOut: Refusal = {
  errorType: 'UNAUTHENTICATED',
  message:
    'You are not signed in any more, so nothing was saved. Go back: what you typed is still there. Sign in in another tab, and send it again.',
}
const tooLate: Refusal = {
  errorType: 'BAD_REQUEST',
  message: 'The request took too long to arrive. Please try again.',
  headers: { Connection: 'close' },
}
