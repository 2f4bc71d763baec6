import { describe, expect, test, vi } from 'vitest'
import { createRateLimiter, limiterBytes } from '#app/server/rate-limit.server.ts'
import { measureMemory } from '#tests/support/heap.ts'

const minute = 60_000

/** A rate limiter with a clock that the test sets. */
function createTestLimiter(max: number, windowMs = minute) {
  let now = 0
  const limiter = createRateLimiter({ max, windowMs }, () => now)
  return {
    ...limiter,
    setClock: (at: number) => {
      now = at
    },
    /** How many of `count` simultaneous requests pass. */
    countPassing: (key: string, count: number) =>
      Array.from({ length: count }, () => limiter.consume(key)).filter(({ ok }) => ok).length,
  }
}

describe('a rate limit', () => {
  test('counts per key in a sliding window, and says when the next request passes', () => {
    const limiter = createTestLimiter(2)
    expect(limiter.consume('a')).toEqual({ ok: true })
    limiter.setClock(20_500)
    expect(limiter.consume('a')).toEqual({ ok: true })
    limiter.setClock(30_500)
    expect(limiter.consume('a')).toEqual({ ok: false, retryAfterSeconds: 30 })
    expect(limiter.consume('b')).toEqual({ ok: true })
    limiter.setClock(minute - 1)
    expect(limiter.consume('a')).toEqual({ ok: false, retryAfterSeconds: 1 })
    limiter.setClock(minute)
    expect(limiter.consume('a')).toEqual({ ok: true })
    expect(limiter.consume('a')).toEqual({ ok: false, retryAfterSeconds: 21 })
  })

  test('allows no more requests in any window of its length, also across the edge of a minute', () => {
    const limiter = createTestLimiter(30)
    limiter.setClock(10 * minute - 1)
    expect(limiter.countPassing('a', 60)).toBe(30)
    limiter.setClock(10 * minute)
    expect(limiter.countPassing('a', 60)).toBe(0)
    limiter.setClock(11 * minute - 1)
    expect(limiter.countPassing('a', 60)).toBe(30)
  })

  test('does not count the requests that it rejects', () => {
    const limiter = createTestLimiter(1)
    limiter.consume('a')
    limiter.setClock(minute - 1)
    expect(limiter.countPassing('a', 1000)).toBe(0)
    limiter.setClock(minute)
    expect(limiter.countPassing('a', 1)).toBe(1)
  })

  test('does not depend on the wall clock, which may be set back or forth', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    try {
      const limiter = createRateLimiter({ max: 1, windowMs: minute })
      limiter.consume('a')
      for (const step of [-61, 1, 600, -3000]) {
        vi.setSystemTime(Date.now() + step * minute)
        expect(limiter.consume('a')).toEqual({ ok: false, retryAfterSeconds: 60 })
      }
      vi.advanceTimersByTime(minute)
      expect(limiter.consume('a')).toEqual({ ok: true })
    } finally {
      vi.useRealTimers()
    }
  })

  test('can be checked without counting', () => {
    const limiter = createTestLimiter(1)
    expect([limiter.peek('a'), limiter.peek('a')]).toEqual([{ ok: true }, { ok: true }])
    limiter.consume('a')
    expect(limiter.peek('a')).toEqual({ ok: false, retryAfterSeconds: 60 })
  })

  test('no longer counts a request that is released', () => {
    const limiter = createTestLimiter(2)
    limiter.consume('a')
    limiter.consume('a')
    limiter.release('a')
    expect(limiter.countPassing('a', 5)).toBe(1)
  })
})

describe('a full rate limiter', () => {
  const maxKeys = Math.floor(limiterBytes.total / (limiterBytes.key + limiterBytes.time))

  test('evicts the least recently used key, and no other', () => {
    const limiter = createTestLimiter(1)
    for (let n = 0; n < maxKeys; n += 1) limiter.consume(`visitor ${n}`)
    expect(limiter.peek('visitor 0').ok, 'used again').toBe(false)
    limiter.consume('one more')
    expect(limiter.peek('visitor 1').ok, 'the oldest').toBe(true)
    for (let n = 2; n < maxKeys; n += 1) expect(limiter.peek(`visitor ${n}`).ok).toBe(false)
    expect([limiter.peek('visitor 0').ok, limiter.peek('one more').ok]).toEqual([false, false])
  })

  test('stores fewer keys where each has many timestamps', () => {
    const limiter = createTestLimiter(30)
    const storedKeys = Math.floor(limiterBytes.total / (limiterBytes.key + 30 * limiterBytes.time))
    for (let n = 0; n < 2 * storedKeys; n += 1) expect(limiter.countPassing(`visitor ${n}`, 31)).toBe(30)
    const limited = Array.from({ length: 2 * storedKeys }, (_, n) => !limiter.peek(`visitor ${n}`).ok)
    expect(limited).toEqual([...Array(storedKeys).fill(false), ...Array(storedKeys).fill(true)])
  })

  test('stays within its memory limit, and stores as many long keys as short ones', () => {
    const limiter = createTestLimiter(1)
    const before = measureMemory()
    for (let n = 0; n < 2 * maxKeys; n += 1) limiter.consume(`${'long'.repeat(500)} ${n}`)
    expect(measureMemory() - before).toBeLessThan(2 * limiterBytes.total)
    for (let n = maxKeys; n < 2 * maxKeys; n += 1)
      expect(limiter.peek(`${'long'.repeat(500)} ${n}`).ok).toBe(false)
  })
})
