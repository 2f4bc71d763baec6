import type { ServerResponse } from 'node:http'
import { config } from '#app/config.server.ts'
import { addNonPageHeaders } from '#app/http/security-headers.server.ts'
import {
  encodeResponse,
  readClientPreferences,
  sendEncodedResponse,
} from '#app/server/response/send-response.server.ts'
import { coalesce } from './coalesce.server.ts'

/** Five health checks a second at most: each takes some ms and goes before saves. */
const MIN_INTERVAL_MS = 200

interface HealthCheckOptions {
  /** Runs the work in the request queue. */
  runQueued: (work: () => Promise<void>) => Promise<unknown>
  handleWithRemix: (request: Request) => Promise<Response>
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Answers health checks. Simultaneous ones share one result, so that a flood of them takes no time from saves. */
export function createHealthCheck({ runQueued, handleWithRemix }: HealthCheckOptions) {
  const fetchHealth = coalesce(
    async () => {
      let response = new Response()
      await runQueued(async () => {
        response = await handleWithRemix(new Request(new URL('/healthz', config.origin)))
      })
      const headers = new Headers(response.headers)
      addNonPageHeaders(headers, config.isHttps)
      return { status: response.status, headers, body: await response.arrayBuffer() }
    },
    { minIntervalMs: MIN_INTERVAL_MS, now: () => performance.now(), wait: pause },
  )

  return async (outgoing: ServerResponse): Promise<void> => {
    const { status, headers, body } = await fetchHealth()
    const shared = new Response(body, { status, headers })
    sendEncodedResponse(outgoing, await encodeResponse(readClientPreferences(outgoing.req), shared, headers))
  }
}
