interface CoalesceOptions {
  /** The minimum time between two starts, in ms. */
  minIntervalMs: number
  /** In ms, of a monotonic clock. */
  now: () => number
  wait: (ms: number) => Promise<unknown>
}

/**
 * Combines calls: all calls before the next start of `work` share its result, so no caller gets a result older than its
 * call. Starts are `minIntervalMs` apart, so a flood of calls costs little. A failure is shared as well.
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
