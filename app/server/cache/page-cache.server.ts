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
  /** How often each topic has changed; it answers at once. */
  readVersions: () => Readonly<Record<CacheTopic, number>>
  /** When the pages next change by themselves (system clock, epoch ms). */
  nextChangeAt: () => Promise<number>
  handleWithRemix: (request: Request) => Promise<Response>
}

interface PageLookup extends CacheKey {
  target: string
  consent: string
}

/**
 * The public pages as everybody sees them who is not signed in, drawn once and kept whole. What is kept is sent
 * before Express is asked; what is not goes through every check of server.ts first, and is then drawn from a
 * request that holds nothing but the page's key, so that nothing of one visitor can reach another.
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
    const stamp = page.topics.map((topic) => versions[topic]).join('.')
    return { key: `${page.target} ${consent}`, version: stamp, target: page.target, consent }
  }

  async function render({ target, consent }: PageLookup): Promise<RenderedResponse> {
    const validUntil = await nextChangeAt()
    const compressionEffort = isFixedCacheablePage(target) ? 'best' : 'quick'
    const asked = new Request(origin + target, { headers: consent === '' ? {} : { Cookie: consent } })
    const answered = await handleWithRemix(asked)
    const headers = new Headers(answered.headers)
    addNonPageHeaders(headers, isHttps)
    return (
      (await toPublicCachedResponse(answered, headers, { validUntil, effort: compressionEffort })) ?? answered
    )
  }

  return {
    /** Sends the page if it is kept, with its id and its line in the log; false leaves the request to the others. */
    trySendCached(request: IncomingMessage, response: ServerResponse, isClosing: boolean): boolean {
      const lookup = findLookup(request)
      const page = lookup && cache.find(lookup, Date.now())
      if (!page) return false
      const id = randomUUID()
      const closing = isClosing ? ['Connection', 'close'] : []
      logRequest(request, response, id)
      sendCachedResponse(request, response, page, ['X-Request-Id', id, ...closing])
      return true
    },

    /**
     * The page as it was kept meanwhile or is drawn to be kept, or the answer for everybody who asks now; undefined: ask
     * for this one alone.
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
