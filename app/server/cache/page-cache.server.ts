import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { addNonPageHeaders } from '#app/http/security-headers.server.ts'
import { tryRead } from '#app/http/try-write.server.ts'
import { logRequest } from '#app/server/monitoring/request-log.server.ts'
import { isReadMethod } from '#app/server/request/check-request.server.ts'
import {
  type CacheTopic,
  findCacheablePage,
  isFixedCacheablePage,
  seesPublicVersion,
} from './cacheable-pages.server.ts'
import { sendCachedResponse, toPublicCachedResponse } from './cached-response.server.ts'
import { toConsentCacheKey } from './consent-cache-key.server.ts'
import { type CacheKey, createResponseCache, type RenderedResponse } from './response-cache.server.ts'

interface PageCacheOptions {
  origin: string
  isHttps: boolean
  /** The current version of each topic, read synchronously. */
  readVersions: () => Readonly<Record<CacheTopic, number>>
  /** When the pages next change without a write (epoch ms of the system clock). */
  nextChangeAt: () => Promise<number>
  handleWithRemix: (request: Request) => Promise<Response>
}

interface PageLookup extends CacheKey {
  target: string
  consent: string
}

/**
 * Caches public pages as whole responses, as visitors without a session see them. A cached page is sent before Express. Any
 * other passes every check of the pipeline first, and is then rendered from a request that holds nothing but the cache
 * key, so that nothing of one visitor can reach another.
 */
export function createPageCache({
  origin,
  isHttps,
  readVersions,
  nextChangeAt,
  handleWithRemix,
}: PageCacheOptions) {
  const { host } = new URL(origin)
  const cache = createResponseCache()

  function findLookup({ method = '', url = '', headers }: IncomingMessage): PageLookup | undefined {
    if (
      !isReadMethod(method) ||
      headers.host !== host ||
      !seesPublicVersion(headers.cookie) ||
      hasBody(headers)
    )
      return
    const page = findCacheablePage(url)
    if (!page) return undefined
    const consent = toConsentCacheKey(headers.cookie)
    const versions = tryRead(readVersions)
    if (!versions) return undefined
    const version = page.topics.map((topic) => versions[topic]).join('.')
    return { key: `${page.target} ${consent}`, version, target: page.target, consent }
  }

  async function render({ target, consent }: PageLookup): Promise<RenderedResponse> {
    const validUntil = await nextChangeAt()
    const effort = isFixedCacheablePage(target) ? 'best' : 'quick'
    const request = new Request(origin + target, { headers: consent === '' ? {} : { Cookie: consent } })
    const response = await handleWithRemix(request)
    const headers = new Headers(response.headers)
    addNonPageHeaders(headers, isHttps)
    return (await toPublicCachedResponse(response, headers, { validUntil, effort })) ?? response
  }

  return {
    /** Sends the page if it is cached, and logs the request; false when the pipeline has to go on. */
    trySendCached(request: IncomingMessage, response: ServerResponse, isClosing: boolean): boolean {
      const lookup = findLookup(request)
      const page = lookup && cache.find(lookup, Date.now())
      if (!page) return false
      const id = randomUUID()
      const connectionHeader = isClosing ? ['Connection', 'close'] : []
      logRequest(request, response, id)
      sendCachedResponse(request, response, page, ['X-Request-Id', id, ...connectionHeader])
      return true
    },

    /**
     * The page, cached meanwhile or rendered now, once for all who wait for it. Undefined when it is not cacheable or its
     * rendering failed: then the request has to be handled by itself.
     */
    async render(request: IncomingMessage): Promise<RenderedResponse | undefined> {
      const lookup = findLookup(request)
      if (!lookup) return undefined
      const cached = cache.find(lookup, Date.now())
      if (cached) return cached
      const rendered = await cache.render(lookup, () => render(lookup))
      if (!(rendered instanceof Response)) return rendered
      return rendered.status < 500 ? rendered.clone() : undefined
    },
  }
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}
