interface Surroundings {
  /** How long after one beginning the next may come, in ms. */
  everyMs: number
  /** In ms, of a clock that never jumps. */
  now: () => number
  wait: (ms: number) => Promise<unknown>
}

/**
 * Does `work` once for all who ask before it is begun, so that nobody is told what was so before they asked; and begins
 * it so seldom that a flood of those who ask costs little. All of them share a failure as well.
 */
export function gather<Result>(
  work: () => Promise<Result>,
  { everyMs, now, wait }: Surroundings,
): () => Promise<Result> {
  let begunAt = Number.NEGATIVE_INFINITY
  let next: Promise<Result> | undefined

  async function begin(): Promise<Result> {
    await wait(Math.max(0, begunAt + everyMs - now()))
    next = undefined
    begunAt = now()
    return work()
  }

  return () => {
    next ??= begin()
    return next
  }
}
