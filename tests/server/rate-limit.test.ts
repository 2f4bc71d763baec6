import { describe, expect, test, vi } from 'vitest'
import { createRateLimiter, limiterBytes, toAddressKey } from '#app/server/rate-limit.server.ts'
import { measureMemory } from '#tests/support/heap.ts'

const minute = 60_000

/** A limiter whose clock stands where the test puts it. */
function openLimiter(max: number, windowMs = minute) {
  let now = 0
  const limiter = createRateLimiter({ max, windowMs }, () => now)
  return {
    ...limiter,
    setClock: (at: number) => {
      now = at
    },
    /** How many of `count` requests in one instant pass. */
    passing: (key: string, count: number) =>
      Array.from({ length: count }, () => limiter.consume(key)).filter(({ ok }) => ok).length,
  }
}

describe('a limit', () => {
  test('counts per key within a window that slides, and says when the next one passes', () => {
    const limiter = openLimiter(2)
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

  test('is not doubled at the edge of a minute: any window of its length holds no more', () => {
    const limiter = openLimiter(30)
    limiter.setClock(10 * minute - 1)
    expect(limiter.passing('a', 60)).toBe(30)
    limiter.setClock(10 * minute)
    expect(limiter.passing('a', 60)).toBe(0)
    limiter.setClock(11 * minute - 1)
    expect(limiter.passing('a', 60)).toBe(30)
  })

  test('is not put off by what it refuses', () => {
    const limiter = openLimiter(1)
    limiter.consume('a')
    limiter.setClock(minute - 1)
    expect(limiter.passing('a', 1000)).toBe(0)
    limiter.setClock(minute)
    expect(limiter.passing('a', 1)).toBe(1)
  })

  test('is neither forgotten nor prolonged when the clock on the wall is set back or forth', () => {
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

  test('can be asked without counting', () => {
    const limiter = openLimiter(1)
    expect([limiter.peek('a'), limiter.peek('a')]).toEqual([{ ok: true }, { ok: true }])
    limiter.consume('a')
    expect(limiter.peek('a')).toEqual({ ok: false, retryAfterSeconds: 60 })
  })

  test('counts no more what is taken back', () => {
    const limiter = openLimiter(2)
    limiter.consume('a')
    limiter.consume('a')
    limiter.release('a')
    expect(limiter.passing('a', 5)).toBe(1)
  })
})

describe('a limiter that is full', () => {
  const places = Math.floor(limiterBytes.total / (limiterBytes.key + limiterBytes.time))

  test('forgets the key that was used the longest ago, and nobody else’s', () => {
    const limiter = openLimiter(1)
    for (let n = 0; n < places; n += 1) limiter.consume(`visitor ${n}`)
    expect(limiter.peek('visitor 0').ok, 'used again').toBe(false)
    limiter.consume('one more')
    expect(limiter.peek('visitor 1').ok, 'the oldest').toBe(true)
    for (let n = 2; n < places; n += 1) expect(limiter.peek(`visitor ${n}`).ok).toBe(false)
    expect([limiter.peek('visitor 0').ok, limiter.peek('one more').ok]).toEqual([false, false])
  })

  test('holds fewer keys where each has many times', () => {
    const limiter = openLimiter(30)
    const keys = Math.floor(limiterBytes.total / (limiterBytes.key + 30 * limiterBytes.time))
    for (let n = 0; n < 2 * keys; n += 1) expect(limiter.passing(`visitor ${n}`, 31)).toBe(30)
    const limited = Array.from({ length: 2 * keys }, (_, n) => !limiter.peek(`visitor ${n}`).ok)
    expect(limited).toEqual([...Array(keys).fill(false), ...Array(keys).fill(true)])
  })

  test('is filled no sooner by keys of any length, and takes no more memory than it says', () => {
    const limiter = openLimiter(1)
    const before = measureMemory()
    for (let n = 0; n < 2 * places; n += 1) limiter.consume(`${'long'.repeat(500)} ${n}`)
    expect(measureMemory() - before).toBeLessThan(2 * limiterBytes.total)
    for (let n = places; n < 2 * places; n += 1)
      expect(limiter.peek(`${'long'.repeat(500)} ${n}`).ok).toBe(false)
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  [undefined, 'unknown'],
])('the address %s counts as %s', (address, key) => {
  expect(toAddressKey(address)).toBe(key)
})
