interface CoalesceOptions {
  /** How long after one beginning the next may come, in ms. */
  minIntervalMs: number
  /** In ms, of a clock that never jumps. */
  now: () => number
  wait: (ms: number) => Promise<unknown>
}

/**
 * Does `work` once for all who ask before it is begun, so that nobody is told what was so before they asked; and begins
 * it so seldom that a flood of those who ask costs little. All of them share a failure as well.
 */
export function coalesce<Result>(
  work: () => Promise<Result>,
  { minIntervalMs, now, wait }: CoalesceOptions,
): () => Promise<Result> {
  let startedAt = Number.NEGATIVE_INFINITY
  let next: Promise<Result> | undefined

  async function start(): Promise<Result> {
    await wait(Math.max(0, startedAt + minIntervalMs - now()))
    next = undefined
    startedAt = now()
    return work()
  }

  return () => {
    next ??= start()
    return next
  }
}
