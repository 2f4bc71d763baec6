import { expect, test } from 'vitest'
import { createMonotonicClock } from '#db/clock.server.ts'

/** The monotonic system clock: a small step back makes it stand still, a large one is followed. */
const minute = 60_000

function clockOf(...instants: number[]): number[] {
  return instants.map(createMonotonicClock())
}

test('equals the system clock while that runs forwards, also in leaps', () => {
  expect(clockOf(1, 2, 2, 90 * minute)).toEqual([1, 2, 2, 90 * minute])
})

test('set back, stands still until the clock has caught up', () => {
  const at = 1000 * minute
  expect(clockOf(at, at - 60 * minute, at - 1, at, at + 1)).toEqual([at, at, at, at, at + 1])
})

test('follows a clock that is set back by more than two hours', () => {
  const at = 1000 * minute
  expect(clockOf(at, at - 121 * minute, at - 120 * minute)).toEqual([
    at,
    at - 121 * minute,
    at - 120 * minute,
  ])
})
