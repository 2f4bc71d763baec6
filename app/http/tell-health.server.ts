import type { ServerResponse } from 'node:http'
import { config } from '#app/config.server.ts'
import { gather } from './gather.server.ts'
import { dressOther } from './headers.server.ts'
import { packResponse, sendPacked, wantedBy } from './packed.server.ts'

/** Five a second at most: each costs some ms, and goes before saves. */
const EVERY_MS = 200

interface Surroundings {
  /** Does the work when its turn has come. */
  pass: (work: () => Promise<void>) => Promise<unknown>
  askRemix: (request: Request) => Promise<Response>
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Tells how it goes, all who ask at once by one look: a flood of them takes no turns from saves. */
export function openHealth({ pass, askRemix }: Surroundings) {
  const look = gather(
    async () => {
      let seen = new Response()
      await pass(async () => {
        seen = await askRemix(new Request(new URL('/healthz', config.origin)))
      })
      const headers = new Headers(seen.headers)
      dressOther(headers, config.isHttps)
      return { status: seen.status, headers, body: await seen.arrayBuffer() }
    },
    { everyMs: EVERY_MS, now: () => performance.now(), wait: pause },
  )

  return async (outgoing: ServerResponse): Promise<void> => {
    const { status, headers, body } = await look()
    const answer = new Response(body, { status, headers })
    sendPacked(outgoing, await packResponse(wantedBy(outgoing.req), answer, headers))
  }
}
