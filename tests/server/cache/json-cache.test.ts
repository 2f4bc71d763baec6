import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createJsonCache } from '#app/server/cache/json-cache.server.ts'
import { shedOrRateLimit } from '#app/server/load-shedding/load-shedding.server.ts'
import { rateLimitRules } from '#app/server/rate-limit.server.ts'
import { toRequestHead } from '#app/server/request/node-http.server.ts'

const path = '/api/teams?limit=100'
const { max } = rateLimitRules.apiRead

/** The kept ranking, and how a request for it goes: answered at once, or the long way on which requests are counted. */
async function openRanking() {
  const asked = { credentials: 0 }
  const lists = createJsonCache({
    origin: 'http://localhost:3000',
    isHttps: false,
    readVersions: () => ({ news: 1, game: 1, ranking: 1 }),
    nextChangeAt: async () => Number.POSITIVE_INFINITY,
    isAuthenticated: async ({ headers }) => {
      asked.credentials += 1
      return headers.get('Cookie') === 'sid=good'
    },
  })
  await lists.render(requestWith('sid=good'), async () => Response.json({ data: [] }))
  const ask = async (cookie: string, address: string) => {
    const request = requestWith(cookie)
    if (await lists.trySendCached(request, new ServerResponse(request), { address, isClosing: false }))
      return 'sent'
    return (
      shedOrRateLimit(toRequestHead(request, address), '/api/teams', { inFlight: 0, now: 0 })?.errorType ??
      'passed'
    )
  }
  const askOften = async (cookie: string, address: string, count: number) => {
    const outcomes = await Promise.all(Array.from({ length: count }, () => ask(cookie, address)))
    const counts: Record<string, number> = {}
    for (const each of outcomes) counts[each] = (counts[each] ?? 0) + 1
    return counts
  }
  return { asked, askOften }
}

function requestWith(cookie: string): IncomingMessage {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: path })
  request.headers.cookie = cookie
  return request
}

test('credentials are looked at within the limit only: a flood of bad ones costs no more look-ups than it allows', async () => {
  const { asked, askOften } = await openRanking()
  expect(await askOften('sid=guessed', '192.0.2.1', 5 * max)).toEqual({
    passed: max,
    TOO_MANY_REQUESTS: 4 * max,
  })
  expect(asked.credentials).toBe(max)
})

test('a request counts once, whether its list is kept or it is refused on the long way', async () => {
  const { askOften } = await openRanking()
  expect(await askOften('sid=good', '192.0.2.2', 100)).toEqual({ sent: 100 })
  expect(await askOften('sid=guessed', '192.0.2.2', 100)).toEqual({ passed: 100 })
  expect(await askOften('sid=good', '192.0.2.2', 101)).toEqual({ sent: 100, TOO_MANY_REQUESTS: 1 })
})
