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
  /** Whether it can be read without credentials. */
  isPublic: boolean
}

/** The lists of the API that are the same for everybody who may read them. */
const cachedLists = new Map<string, CachedList>([
  ['/api/players', { topics: ['game'], isPaged: false, isPublic: true }],
  ['/api/news', { topics: ['news', 'game'], isPaged: true, isPublic: true }],
  ['/api/teams', { topics: ['ranking', 'game'], isPaged: true, isPublic: false }],
])

interface JsonCacheOptions {
  origin: string
  isHttps: boolean
  /** The current version of each topic, read synchronously. */
  readVersions: () => Readonly<Record<CacheTopic | 'ranking', number>>
  /** When the content next changes without a write (epoch ms of the system clock). */
  nextChangeAt: () => Promise<number>
  /** Whether a request has valid credentials. */
  isAuthenticated: (request: Request) => Promise<boolean>
}

interface ListLookup extends CacheKey {
  list: CachedList
}

/**
 * Caches lists of the API, serialised once per version of their topics. A cached list is sent before Express, but only
 * after the request is counted towards its rate limit and its credentials are checked.
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
    const credentials = new Headers({ Cookie: cookie })
    if (authorization !== undefined) credentials.set('Authorization', authorization)
    return isAuthenticated(new Request(origin + url, { headers: credentials })).catch(() => false)
  }

  return {
    /** Sends the list if it is cached and the sender may read it; false when the pipeline has to go on. */
    async trySendCached(
      request: IncomingMessage,
      response: ServerResponse,
      { address, isClosing }: { address: string; isClosing: boolean },
    ): Promise<boolean> {
      const lookup = findLookup(request)
      const cached = lookup && cache.find(lookup, Date.now())
      if (!cached || !rateLimits.apiRead.consume(address).ok) return false
      if (!(await isAuthorized(lookup, request))) {
        // The route refuses the request and counts it; it must not count twice.
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

    /**
     * Returns the list when it was cached meanwhile, otherwise the response of `handle`, which is cached when it is a
     * list.
     */
    async render(
      request: IncomingMessage,
      handle: () => Promise<Response>,
    ): Promise<CachedResponse | Response> {
      const lookup = findLookup(request)
      if (!lookup) return handle()
      const cached = cache.find(lookup, Date.now())
      if (cached && (await isAuthorized(lookup, request))) return cached
      const validUntil = await nextChangeAt()
      const response = await handle()
      if (response.status !== 200) return response
      const headers = new Headers(response.headers)
      addNonPageHeaders(headers, isHttps)
      return cache.set(lookup, await toCachedResponse(response, headers, { validUntil, effort: 'quick' }))
    },
  }
}

/** The cached list of a request target; undefined for a query in any but its canonical form. */
function findList(target: string): CachedList | undefined {
  const [path = '', query, ...rest] = target.split('?')
  const list = cachedLists.get(path)
  if (!list || rest.length > 0) return undefined
  if (query === undefined) return list
  return list.isPaged && isCommonWindow(query) ? list : undefined
}

/** Whether a query asks for one of consecutive pages of a usual size. Other windows are too many to be worth caching. */
function isCommonWindow(query: string): boolean {
  const found = /^(?:offset=(0|[1-9]\d{0,5})&)?limit=(3|9|10|100)$/.exec(query)
  if (!found) return /^offset=(0|[1-9]\d{0,4}0)$/.test(query)
  const [, offset = '0', limit = '10'] = found
  return Number(offset) % Number(limit) === 0
}
