/** How many calls may wait for a free slot, and how long, in ms. */
interface WaitQueue {
  maxWaiting: number
  waitMs: number
}

const noQueue: WaitQueue = { maxWaiting: 0, waitMs: 0 }

/**
 * Runs at most `maxRunning` tasks at once. One too many waits in `queue`, first come first served; without room there, or
 * when it waited too long, it is not run and the result is 'full'.
 */
export function limitConcurrency(maxRunning: number, queue = noQueue) {
  const waiting = new Set<() => void>()
  let running = 0

  /** Whether a slot was taken, at once or in time. */
  function takeSlot(): Promise<boolean> | boolean {
    if (running < maxRunning) running += 1
    else return waiting.size < queue.maxWaiting && waitForSlot()
    return true
  }

  function waitForSlot(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (hasSlot: boolean) => {
        clearTimeout(timer)
        waiting.delete(start)
        resolve(hasSlot)
      }
      const start = () => settle(true)
      const timer = setTimeout(() => settle(false), queue.waitMs)
      waiting.add(start)
    })
  }

  /** Hands the slot to the call that has waited longest. */
  function releaseSlot(): void {
    const [next] = waiting
    if (next) next()
    else running -= 1
  }

  return {
    async run<Result>(work: () => Promise<Result>): Promise<Result | 'full'> {
      if (!(await takeSlot())) return 'full'
      try {
        return await work()
      } finally {
        releaseSlot()
      }
    },
  }
}
