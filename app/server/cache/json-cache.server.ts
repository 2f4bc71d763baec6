import type { IncomingMessage, ServerResponse } from 'node:http'
import { addNonPageHeaders } from '#app/http/security-headers.server.ts'
import { tryRead } from '#app/http/try-write.server.ts'
import { getRequestId } from '#app/server/monitoring/log.server.ts'
import { logRequest } from '#app/server/monitoring/request-log.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { isReadMethod } from '#app/server/request/check-request.server.ts'
import type { CacheTopic } from './cacheable-pages.server.ts'
import { type CachedResponse, sendCachedResponse, toCachedResponse } from './cached-response.server.ts'
import { type CacheKey, createResponseCache } from './response-cache.server.ts'

interface CachedList {
  topics: readonly (CacheTopic | 'ranking')[]
  isPaged: boolean
  /** Whether it takes no credentials. */
  isPublic: boolean
}

/** The lists of the contract that read alike for all who may ask for them. */
const cachedLists = new Map<string, CachedList>([
  ['/api/players', { topics: ['game'], isPaged: false, isPublic: true }],
  ['/api/news', { topics: ['news', 'game'], isPaged: true, isPublic: true }],
  ['/api/teams', { topics: ['ranking', 'game'], isPaged: true, isPublic: false }],
])

interface JsonCacheOptions {
  origin: string
  isHttps: boolean
  /** How often each topic has changed; it answers at once. */
  readVersions: () => Readonly<Record<CacheTopic | 'ranking', number>>
  /** When the news next change by themselves (system clock, epoch ms). */
  nextChangeAt: () => Promise<number>
  /** Whether good credentials come with a request. */
  isAuthenticated: (request: Request) => Promise<boolean>
}

interface ListLookup extends CacheKey {
  list: CachedList
}

/**
 * The lists of the JSON contract, serialised once per version of what they show. Every request counts towards its limit
 * and then shows its credentials; only then a kept answer is sent, before Express is asked.
 */
export function createJsonCache({
  origin,
  isHttps,
  readVersions,
  nextChangeAt,
  isAuthenticated,
}: JsonCacheOptions) {
  const cache = createResponseCache()

  function findLookup({ method = '', url = '', headers }: IncomingMessage): ListLookup | undefined {
    if (
      !isReadMethod(method) ||
      headers['transfer-encoding'] !== undefined ||
      Number(headers['content-length'] ?? 0)
    )
      return undefined
    const list = findList(url)
    const versions = list && tryRead(readVersions)
    if (!versions) return undefined
    return { key: url, version: list.topics.map((topic) => versions[topic]).join('.'), list }
  }

  async function isAuthorized(
    { list }: ListLookup,
    { url = '', headers }: IncomingMessage,
  ): Promise<boolean> {
    if (list.isPublic) return true
    const { cookie = '', authorization } = headers
    const shown = new Headers({ Cookie: cookie })
    if (authorization !== undefined) shown.set('Authorization', authorization)
    return isAuthenticated(new Request(origin + url, { headers: shown })).catch(() => false)
  }

  return {
    /** Sends the list if it is kept and may be read; false leaves the request to the others. */
    async trySendCached(
      request: IncomingMessage,
      response: ServerResponse,
      { address, isClosing }: { address: string; isClosing: boolean },
    ): Promise<boolean> {
      const lookup = findLookup(request)
      const cached = lookup && cache.find(lookup, Date.now())
      if (!cached || !rateLimits.apiRead.consume(address).ok) return false
      if (!(await isAuthorized(lookup, request))) {
        // Who is refused is refused by the route, and a request counts once: there.
        rateLimits.apiRead.release(address)
        return false
      }
      const id = getRequestId() ?? ''
      logRequest(request, response, id)
      sendCachedResponse(request, response, cached, [
        'X-Request-Id',
        id,
        ...(isClosing ? ['Connection', 'close'] : []),
      ])
      return true
    },

    /** Answers with what was kept meanwhile or by `ask`, and keeps the answer when it is a list. */
    async render(
      request: IncomingMessage,
      handle: () => Promise<Response>,
    ): Promise<CachedResponse | Response> {
      const lookup = findLookup(request)
      if (!lookup) return handle()
      const cached = cache.find(lookup, Date.now())
      if (cached && (await isAuthorized(lookup, request))) return cached
      const validUntil = await nextChangeAt()
      const answered = await handle()
      if (answered.status !== 200) return answered
      const headers = new Headers(answered.headers)
      addNonPageHeaders(headers, isHttps)
      return cache.set(lookup, await toCachedResponse(answered, headers, { validUntil, effort: 'quick' }))
    },
  }
}

/** A query that is not in its plainest form is for the door to make sense of. */
function findList(target: string): CachedList | undefined {
  const [path = '', query, ...rest] = target.split('?')
  const list = cachedLists.get(path)
  if (!list || rest.length > 0) return undefined
  if (query === undefined) return list
  return list.isPaged && isCommonWindow(query) ? list : undefined
}

/** Page after page of a usual size. Every other window has addresses without end, and is not worth keeping. */
function isCommonWindow(query: string): boolean {
  const found = /^(?:offset=(0|[1-9]\d{0,5})&)?limit=(3|9|10|100)$/.exec(query)
  if (!found) return /^offset=(0|[1-9]\d{0,4}0)$/.test(query)
  const [, offset = '0', limit = '10'] = found
  return Number(offset) % Number(limit) === 0
}
