import { vi } from 'vitest'
import { stopDatabaseClock } from './databases.ts'

/**
 * Advances time at once, including the monotonic clock and that of the database at a location, which stands still from
 * then on. The monotonic clock keeps running, because waiting for locks depends on it.
 */
export function createTimeTravel(): (ms: number, location: string) => Promise<void> {
  const running = performance.now.bind(performance)
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => running() + passed)
  return async (ms, location) => {
    passed += ms
    vi.setSystemTime(Date.now() + ms)
    await stopDatabaseClock(location, Date.now())
  }
}
