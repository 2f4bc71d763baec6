import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createResponseCache } from '#app/server/cache/response-cache.server.ts'
import { limitAddress } from '#app/server/load-shedding/load-shedding.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { toRequestHead } from '#app/server/request/node-http.server.ts'

const path = '/api/teams?limit=100'
const { max } = rateLimits.apiRead

/** A cache with the ranking, and the outcome of requests for it: sent from the cache, or rate limited and handled. */
async function openCache() {
  const calls = { authentication: 0 }
  const cache = createResponseCache({
    origin: 'http://localhost:3000',
    readVersions: () => ({ news: 1, game: 1, ranking: 1 }),
    nextChangeAt: async () => Number.POSITIVE_INFINITY,
    isAuthenticated: async ({ request: { headers } }) => {
      calls.authentication += 1
      return headers.get('Cookie') === 'sid=good'
    },
    handleWithRemix: async () => new Response(null, { status: 500 }),
  })
  await cache.render(requestWith('sid=good'), contextOf('192.0.2.9'), async () => Response.json({ data: [] }))
  const sendRequest = async (cookie: string, address: string) => {
    const request = requestWith(cookie)
    const hit = await cache.find(request)
    if (hit && (await cache.mayReadList(hit, contextOf(address)))) return 'sent'
    return limitAddress(toRequestHead(request, address), '/api/teams')?.errorType ?? 'passed'
  }
  const requestOften = async (cookie: string, address: string, count: number) => {
    const outcomes = await Promise.all(Array.from({ length: count }, () => sendRequest(cookie, address)))
    const counts: Record<string, number> = {}
    for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
    return counts
  }
  return { calls, requestOften }
}

const contextOf = (clientAddress: string) => ({ requestId: 'a-test', clientAddress })

function requestWith(cookie: string): IncomingMessage {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: path })
  request.headers.cookie = cookie
  return request
}

test('credentials are checked only within the rate limit, so a flood of bad ones costs no more checks', async () => {
  const { calls, requestOften } = await openCache()
  expect(await requestOften('sid=guessed', '192.0.2.1', 5 * max)).toEqual({
    passed: max,
    TOO_MANY_REQUESTS: 4 * max,
  })
  expect(calls.authentication).toBe(max)
})

test('a request counts once, whether the cache serves it or it is handled', async () => {
  const { requestOften } = await openCache()
  expect(await requestOften('sid=good', '192.0.2.2', 100)).toEqual({ sent: 100 })
  expect(await requestOften('sid=guessed', '192.0.2.2', 100)).toEqual({ passed: 100 })
  expect(await requestOften('sid=good', '192.0.2.2', 101)).toEqual({ sent: 100, TOO_MANY_REQUESTS: 1 })
})
