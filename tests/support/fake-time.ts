import { vi } from 'vitest'

/** Time that can be made to pass at once, by the clock that is never set as well. That one runs on: locks are waited for by it. */
export function createTimeTravel(): (ms: number) => void {
  const running = performance.now.bind(performance)
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => running() + passed)
  return (ms) => {
    passed += ms
    vi.setSystemTime(Date.now() + ms)
  }
}
