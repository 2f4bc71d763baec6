import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { AppLoadContext } from '@remix-run/node'
import { LRUCache } from 'lru-cache'

const MINUTE = 60_000

/** At most `max` requests per key within any `windowMs`. */
export type RateLimit = { max: number; windowMs: number }
export type RateLimitResult = { ok: true } | { ok: false; retryAfterSeconds: number }

/** What one limiter holds at most, and what a key and a time in it take. */
export const limiterBytes = { total: 4 * 1024 * 1024, key: 300, time: 8 } as const

/**
 * Counts in memory, per key and in a window that slides: what passed within the last `windowMs` counts, whatever the
 * clock on the wall does. `now`: a clock that never jumps, in ms. A full table forgets the key that was used the longest ago.
 */
export function createRateLimiter({ max, windowMs }: RateLimit, now = () => performance.now()) {
  const passedAt = new LRUCache<string, readonly number[]>({
    maxSize: limiterBytes.total,
    sizeCalculation: (times) => limiterBytes.key + times.length * limiterBytes.time,
  })

  function timesInWindow(id: string): readonly number[] {
    const times = passedAt.get(id) ?? []
    const endedAt = now() - windowMs
    const first = times.findIndex((at) => at > endedAt)
    return first === -1 ? [] : times.slice(first)
  }

  /** The next one passes when the oldest of `max` leaves the window. */
  function checkWindow(times: readonly number[]): RateLimitResult {
    const oldest = times.at(-max)
    if (oldest === undefined) return { ok: true }
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000)) }
  }

  return {
    /** Counts one more; what is refused does not count. */
    consume(key: string): RateLimitResult {
      const id = hashKey(key)
      const times = timesInWindow(id)
      const result = checkWindow(times)
      if (result.ok) passedAt.set(id, [...times, now()])
      return result
    },
    /** Whether the next one would pass, without counting: for limits that count failures only. */
    peek(key: string): RateLimitResult {
      return checkWindow(timesInWindow(hashKey(key)))
    },
    /** Takes back the last that was counted, because it is counted elsewhere. */
    release(key: string): void {
      const id = hashKey(key)
      passedAt.set(id, timesInWindow(id).slice(0, -1))
    },
  }
}

/** Keys are parts of headers and forms: kept as they are, they would be of any length and hold on to the whole. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** The limits of the product (docs/security.md). Saves are counted per manager and never per address. */
export const rateLimitRules = {
  signIn: { max: 300, windowMs: MINUTE },
  /** Coming back from the provider: counted apart, so that 300 sign-ins are 300. */
  signInReturn: { max: 300, windowMs: MINUTE },
  /** Sign-outs, and the provider's own logouts. */
  signOut: { max: 300, windowMs: MINUTE },
  wrongInvite: { max: 10, windowMs: 10 * MINUTE },
  wrongInviteOfStranger: { max: 60, windowMs: 10 * MINUTE },
  save: { max: 30, windowMs: MINUTE },
  write: { max: 60, windowMs: MINUTE },
  apiRead: { max: 300, windowMs: 10_000 },
  upload: { max: 20, windowMs: 60 * MINUTE },
  /** Links that confirm an address, of one manager, and to one mailbox by whomever. */
  confirmation: { max: 5, windowMs: 60 * MINUTE },
  confirmationOfMailbox: { max: 3, windowMs: 24 * 60 * MINUTE },
} as const

/** What counts against each of them. */
export const rateLimits = {
  signIn: createRateLimiter(rateLimitRules.signIn),
  signInReturn: createRateLimiter(rateLimitRules.signInReturn),
  signOut: createRateLimiter(rateLimitRules.signOut),
  wrongInvite: createRateLimiter(rateLimitRules.wrongInvite),
  wrongInviteOfStranger: createRateLimiter(rateLimitRules.wrongInviteOfStranger),
  save: createRateLimiter(rateLimitRules.save),
  write: createRateLimiter(rateLimitRules.write),
  apiRead: createRateLimiter(rateLimitRules.apiRead),
  upload: createRateLimiter(rateLimitRules.upload),
  confirmation: createRateLimiter(rateLimitRules.confirmation),
  confirmationOfMailbox: createRateLimiter(rateLimitRules.confirmationOfMailbox),
}

/** Counts a request of a client's address. A server that passes no address (remix-serve) has no limits by address. */
export function consumeByAddress(
  limiter: ReturnType<typeof createRateLimiter>,
  context: AppLoadContext,
): RateLimitResult {
  const address = readClientAddress(context)
  return address === undefined ? { ok: true } : limiter.consume(address)
}

/** The key of the client's address, which the pipeline passes to Remix (client-address.server.ts). */
export function readClientAddress({ clientAddress }: AppLoadContext): string | undefined {
  return typeof clientAddress === 'string' ? clientAddress : undefined
}

/** One key per visitor: IPv4 as it is, IPv6 by its /64, because one household has all of that. */
export function toAddressKey(address: string | undefined): string {
  const plain = (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':')
}
