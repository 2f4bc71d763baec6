/** How many may wait for a place, and how long, in ms. */
interface WaitQueue {
  maxWaiting: number
  waitMs: number
}

const noQueue: WaitQueue = { maxWaiting: 0, waitMs: 0 }

/**
 * Does work while fewer than `most` are under way; 'full' in the place of one too many, which the caller refuses. Where there is
 * a line, work waits in it for a place, first come first served.
 */
export function limitConcurrency(most: number, queue = noQueue) {
  const waiting = new Set<() => void>()
  let underWay = 0

  /** Whether there is a place, at once or in time. */
  function enter(): Promise<boolean> | boolean {
    if (underWay < most) underWay += 1
    else return waiting.size < queue.maxWaiting && waitForPlace()
    return true
  }

  function waitForPlace(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (hasPlace: boolean) => {
        clearTimeout(timer)
        waiting.delete(begin)
        resolve(hasPlace)
      }
      const begin = () => settle(true)
      const timer = setTimeout(() => settle(false), queue.waitMs)
      waiting.add(begin)
    })
  }

  /** The place goes to who has waited for the longest. */
  function leave(): void {
    const [next] = waiting
    if (next) next()
    else underWay -= 1
  }

  return {
    async run<Result>(work: () => Promise<Result>): Promise<Result | 'full'> {
      if (!(await enter())) return 'full'
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
