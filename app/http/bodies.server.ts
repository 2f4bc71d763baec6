import type { IncomingMessage } from 'node:http'
import { bodyTimeoutMs } from './body.server.ts'
import { type Arrival, isRead } from './front.server.ts'
import { readBody } from './node.server.ts'
import type { Refusal } from './refusal.server.ts'
import { room } from './room.server.ts'

type Arrived = { refused: Refusal } | { bytes: Uint8Array<ArrayBuffer> }
type Sender = Pick<Arrival, 'method' | 'address' | 'contentLength' | 'cookie' | 'authorization'>

/** From here on a body is large: it brings a picture, and is held in memory meanwhile. */
const LARGE_BYTES = 512 * 1024

const places = { admins: room.largeArriving, others: room.largeOfOthers }

/**
 * Takes bodies in, whole. They hold no place among those who wait for an answer meanwhile, and few of one address may be
 * under way. Large ones of strangers have places of their own, so that nobody keeps an admin from sending a picture.
 * `isAdmin`: whether an admin's credentials came along; it never throws.
 */
export function openBodies({ isAdmin }: { isAdmin: (sender: Sender) => Promise<boolean> }) {
  const ofAddresses = createCounter()
  const large = createCounter()

  async function read(incoming: IncomingMessage, path: string): Promise<Arrived> {
    const bytes = await readBody(incoming, bodyTimeoutMs(path))
    return bytes === 'late' ? { refused: tooLate } : { bytes }
  }

  async function readLarge(incoming: IncomingMessage, sender: Sender, path: string): Promise<Arrived> {
    const whose = (await isAdmin(sender)) ? 'admins' : 'others'
    return large.within(whose, places[whose], () => read(incoming, path)) ?? { refused: busy }
  }

  return async function takeBody(incoming: IncomingMessage, sender: Sender, path: string): Promise<Arrived> {
    if (isRead(sender.method)) return { bytes: new Uint8Array() }
    const isLarge = Number(sender.contentLength ?? 0) > LARGE_BYTES
    const take = () => (isLarge ? readLarge(incoming, sender, path) : read(incoming, path))
    return ofAddresses.within(sender.address, room.arriving, take) ?? { refused: tooMany }
  }
}

/** Counts what is under way by key. */
function createCounter() {
  const counts = new Map<string, number>()
  const change = (key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by
    if (count === 0) counts.delete(key)
    else counts.set(key, count)
  }
  return {
    /** Does the work, unless `most` are under way already: then undefined. */
    within<Result>(key: string, most: number, work: () => Promise<Result>): Promise<Result> | undefined {
      if ((counts.get(key) ?? 0) >= most) return undefined
      change(key, 1)
      return work().finally(() => change(key, -1))
    },
  }
}

const soon = { 'Retry-After': '5', Connection: 'close' }
const tooMany: Refusal = { errorType: 'TOO_MANY_REQUESTS', headers: soon }
const busy: Refusal = { errorType: 'SERVICE_UNAVAILABLE', headers: soon }
const tooLate: Refusal = {
  errorType: 'BAD_REQUEST',
  message: 'The request took too long to arrive. Please try again.',
  headers: { Connection: 'close' },
}
