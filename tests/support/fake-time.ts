import { vi } from 'vitest'

/**
 * Advances time at once, including the monotonic clock. That one keeps running, because waiting for locks depends on
 * it.
 */
export function createTimeTravel(): (ms: number) => void {
  const running = performance.now.bind(performance)
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => running() + passed)
  return (ms) => {
    passed += ms
    vi.setSystemTime(Date.now() + ms)
  }
}
