import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { config } from '#app/config.server.ts'
import { sendResponse } from '#app/server/response/send-response.server.ts'

/** Five health checks a second at most: each takes some ms and goes before saves. */
const MIN_INTERVAL_MS = 200

interface HealthCheckOptions {
  runQueued: (work: () => Promise<void>) => Promise<unknown>
  handleWithRemix: (request: Request) => Promise<Response>
}

/** Answers health checks. Simultaneous ones share one result, so that a flood of them takes no time from saves. */
export function createHealthCheck({ runQueued, handleWithRemix }: HealthCheckOptions) {
  const fetchHealth = coalesce(
    async () => {
      let response = new Response()
      await runQueued(async () => {
        response = await handleWithRemix(new Request(new URL('/healthz', config.origin)))
      })
      return response
    },
    { minIntervalMs: MIN_INTERVAL_MS, now: () => performance.now(), wait: pause },
  )

  return async (outgoing: ServerResponse): Promise<void> => {
    const shared = await fetchHealth()
    await sendResponse(outgoing, shared.clone())
  }
}

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
