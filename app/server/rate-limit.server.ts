import { createHash } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import { engineOf } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'

const MINUTE = 60_000

/** At most `max` requests per key within any `windowMs`. */
export type RateLimit = { max: number; windowMs: number }
export type RateLimitResult = { ok: true } | { ok: false; retryAfterSeconds: number }

/** The memory of one limiter at most, and of a key and a time in it, in bytes. */
export const limiterBytes = { total: 4 * 1024 * 1024, key: 300, time: 8 } as const

/**
 * Counts requests per key in memory, in a sliding window: those accepted within the last `windowMs` count. `now`: a
 * monotonic clock, in ms. A full table drops the least recently used key.
 */
export function createRateLimiter({ max, windowMs }: RateLimit, now = () => performance.now()) {
  const acceptedAt = new LRUCache<string, readonly number[]>({
    maxSize: limiterBytes.total,
    sizeCalculation: (times) => limiterBytes.key + times.length * limiterBytes.time,
  })

  function timesInWindow(id: string): readonly number[] {
    const times = acceptedAt.get(id) ?? []
    const windowStart = now() - windowMs
    const first = times.findIndex((at) => at > windowStart)
    return first === -1 ? [] : times.slice(first)
  }

  /** A request is accepted again when the oldest of the last `max` leaves the window. */
  function checkWindow(times: readonly number[]): RateLimitResult {
    const oldest = times.at(-max)
    if (oldest === undefined) return { ok: true }
    return refuse(oldest + windowMs - now())
  }

  return {
    max,
    windowMs,
    /** Counts a request. A refused one does not count. */
    consume(key: string): RateLimitResult {
      const id = hashKey(key)
      const times = timesInWindow(id)
      const result = checkWindow(times)
      if (result.ok) acceptedAt.set(id, [...times, now()])
      return result
    },
    /**
     * Whether the next request would be accepted, without counting it: for limits that count elsewhere or only
     * failures.
     */
    peek(key: string): RateLimitResult {
      return checkWindow(timesInWindow(hashKey(key)))
    },
    /** Takes back the last counted request, because it is counted elsewhere. */
    release(key: string): void {
      const id = hashKey(key)
      acceptedAt.set(id, timesInWindow(id).slice(0, -1))
    },
  }
}

/**
 * Hashes a key. Keys are slices of headers and forms: unhashed they could be of any length and keep the whole text in
 * memory.
 */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/**
 * A rate limiter whose counts all processes share, where several serve the database; otherwise it counts in memory.
 * `name` tells its keys from those of other limits. While the database is away nothing is counted: what is limited is
 * written there, too, and says so.
 */
function createSharedRateLimiter(name: string, limit: RateLimit) {
  const inMemory = createRateLimiter(limit)

  const ask = async (db: Db, step: 'consume' | 'peek', key: string): Promise<RateLimitResult> => {
    const engine = engineOf(db)
    if (!engine.limitCounts) return inMemory[step](key)
    const counted = { ...limit, key: hashKey(`${name} ${key}`) }
    const waitMs = await engine.limitCounts[step](db, counted).catch((error) => {
      if (error instanceof Error && engine.isUnavailable(error)) return 0
      throw error
    })
    return waitMs === 0 ? { ok: true } : refuse(waitMs)
  }

  return {
    ...limit,
    /** Counts a request. A refused one does not count. */
    consume: (db: Db, key: string) => ask(db, 'consume', key),
    /** Whether the next request would be accepted, without counting it. */
    peek: (db: Db, key: string) => ask(db, 'peek', key),
  }
}

const refuse = (waitMs: number): RateLimitResult => ({
  ok: false,
  retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
})

/**
 * The limits of the product (docs/security.md). Saves are counted per manager and never per address. Those per address
 * are each process's own.
 */
export const rateLimits = {
  signIn: createRateLimiter({ max: 300, windowMs: MINUTE }),
  /** Returns from the provider, counted apart, so that 300 sign-ins can be completed. */
  signInReturn: createRateLimiter({ max: 300, windowMs: MINUTE }),
  /** Sign-outs and back-channel logouts of the provider. */
  signOut: createRateLimiter({ max: 300, windowMs: MINUTE }),
  wrongInvite: createSharedRateLimiter('wrongInvite', { max: 10, windowMs: 10 * MINUTE }),
  wrongInviteOfStranger: createSharedRateLimiter('wrongInviteOfStranger', { max: 60, windowMs: 10 * MINUTE }),
  save: createSharedRateLimiter('save', { max: 30, windowMs: MINUTE }),
  write: createSharedRateLimiter('write', { max: 60, windowMs: MINUTE }),
  apiRead: createRateLimiter({ max: 300, windowMs: 10_000 }),
  upload: createSharedRateLimiter('upload', { max: 20, windowMs: 60 * MINUTE }),
  /** Mails that confirm an address: of one manager, and to one mailbox by all managers. */
  confirmation: createSharedRateLimiter('confirmation', { max: 5, windowMs: 60 * MINUTE }),
  confirmationOfMailbox: createSharedRateLimiter('confirmationOfMailbox', {
    max: 3,
    windowMs: 24 * 60 * MINUTE,
  }),
}

/** Counts a request by its client's address. Without an address in the context (remix-serve) it is not limited. */
export function consumeByAddress(
  limiter: ReturnType<typeof createRateLimiter>,
  { clientAddress }: AppLoadContext,
): RateLimitResult {
  return clientAddress === undefined ? { ok: true } : limiter.consume(clientAddress)
}
