import { isIPv6 } from 'node:net'

/** At most `max` takes per key in each window. */
export type Limit = { max: number; windowMs: number }
export type Taken = { ok: true } | { ok: false; retryAfterSeconds: number }

const MOST_KEYS = 100_000
const MINUTE = 60_000

/** Counts in memory per key and fixed window. `now` in epoch ms of the system clock. */
export function createLimiter({ max, windowMs }: Limit) {
  const counts = new Map<string, number>()
  let window = -1

  function countOf(key: string, now: number): number {
    const current = Math.floor(now / windowMs)
    if (current !== window || counts.size > MOST_KEYS) counts.clear()
    window = current
    return counts.get(key) ?? 0
  }

  function judge(count: number, now: number): Taken {
    if (count < max) return { ok: true }
    return { ok: false, retryAfterSeconds: Math.ceil((windowMs - (now % windowMs)) / 1000) }
  }

  return {
    /** Counts one more; refused once the window is full. */
    take(key: string, now: number): Taken {
      const count = countOf(key, now)
      counts.set(key, count + 1)
      return judge(count, now)
    },
    /** Whether the next take would pass, without counting: for limits that count failures only. */
    peek(key: string, now: number): Taken {
      return judge(countOf(key, now), now)
    },
  }
}

/** The limits of the product (docs/security.md). Saves are counted per manager and never per address. */
export const limitRules = {
  signIn: { max: 300, windowMs: MINUTE },
  /** Coming back from the provider: counted apart, so that 300 sign-ins are 300. */
  signInReturn: { max: 300, windowMs: MINUTE },
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
export const limits = {
  signIn: createLimiter(limitRules.signIn),
  signInReturn: createLimiter(limitRules.signInReturn),
  wrongInvite: createLimiter(limitRules.wrongInvite),
  wrongInviteOfStranger: createLimiter(limitRules.wrongInviteOfStranger),
  save: createLimiter(limitRules.save),
  write: createLimiter(limitRules.write),
  apiRead: createLimiter(limitRules.apiRead),
  upload: createLimiter(limitRules.upload),
  confirmation: createLimiter(limitRules.confirmation),
  confirmationOfMailbox: createLimiter(limitRules.confirmationOfMailbox),
}

/** The visitor's address as server.ts found it: it overwrites this header on every request. */
export function clientAddress(request: Request): string {
  return request.headers.get('X-Client-Address') ?? 'unknown'
}

/** One key per visitor: IPv4 as it is, IPv6 by its /64, because one household has all of that. */
export function addressKey(address: string | undefined): string {
  const plain = (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':')
}
