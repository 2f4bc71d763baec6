import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { toConsentCacheKey } from '#app/http/cookies/consent.server.ts'
import { toResultsCacheKey } from '#app/http/cookies/results-choice.server.ts'
import { tryRead } from '#app/http/try-write.server.ts'
import type { HandlerArgs, RequestContext } from '#app/server/load-context.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { isReadMethod } from '#app/server/request/check-request.server.ts'
import { isPublicHost } from '#app/server/request/public-host.server.ts'
import type { Versions } from '#db/versions.server.ts'
import { type CacheRule, findCacheRule, isFixedPage, seesPublicVersion } from './cache-rules.server.ts'
import { type CacheKey, createCacheStore, type RenderedResponse } from './cache-store.server.ts'
import { type CachedResponse, isPubliclyCacheable, toCachedResponse } from './cached-response.server.ts'

interface ResponseCacheOptions {
  origin: string
  /** The current version of each topic; a promise where they come over a network. */
  readVersions: () => Versions | Promise<Versions>
  /** When a response next changes without a write (epoch ms of the system clock). */
  nextChangeAt: () => Promise<number>
  isAuthenticated: (args: HandlerArgs) => Promise<boolean>
  handleWithRemix: (request: Request) => Promise<Response>
}

interface Lookup extends CacheKey {
  target: string
  rule: CacheRule
  /** The visitor's choices that the page depends on, as a Cookie header: consent, and hidden results (D38). */
  choices: string
  headers: IncomingHttpHeaders
}

export interface CacheHit {
  cached: CachedResponse
  lookup: Lookup
  isList: boolean
}

type Handle = () => Promise<Response>

/**
 * Caches public pages, and lists of the API that are the same for everybody who may read them, as whole responses
 * (cache-rules.server.ts). A cached one is sent before anything is queued. Any other request passes every check of the pipeline first;
 * its response is then rendered from a request that holds nothing but the cache key, so that nothing of one visitor can
 * reach another. A list that needs credentials is rendered from its own request.
 */
export function createResponseCache({
  origin,
  readVersions,
  nextChangeAt,
  isAuthenticated,
  handleWithRemix,
}: ResponseCacheOptions) {
  const { host } = new URL(origin)
  const store = createCacheStore()

  function findLookup({
    method = '',
    url: target = '',
    headers,
  }: IncomingMessage): Lookup | undefined | Promise<Lookup | undefined> {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
    const rule = isReadMethod(method) && !hasBody ? findCacheRule(target) : undefined
    if (!rule) return undefined
    const isPage = rule.authorize === 'signed-out'
    if (isPage && (!isPublicHost(headers.host, host) || !seesPublicVersion(headers.cookie))) return undefined
    const choices = isPage ? toChoices(headers.cookie) : ''
    const toLookup = (versions: Versions) => {
      const version = rule.topics.map((topic) => versions[topic]).join('.')
      return { key: `${target} ${choices}`, version, target, rule, choices, headers }
    }
    const versions = tryRead(readVersions)
    if (versions instanceof Promise) return versions.then(toLookup).catch(() => undefined)
    return versions && toLookup(versions)
  }

  function findHit(lookup: Lookup | undefined): CacheHit | undefined {
    const cached = lookup && store.find(lookup, Date.now())
    return cached && { cached, lookup, isList: lookup.rule.authorize !== 'signed-out' }
  }

  async function isAuthorized({ rule, target, headers }: Lookup, context: RequestContext): Promise<boolean> {
    if (rule.authorize !== 'caller') return true
    const { cookie = '', authorization } = headers
    const credentials = new Headers({ Cookie: cookie })
    if (authorization !== undefined) credentials.set('Authorization', authorization)
    const request = new Request(origin + target, { headers: credentials })
    return isAuthenticated({ request, context }).catch(() => false)
  }

  async function render(lookup: Lookup, handle: Handle): Promise<RenderedResponse> {
    const { rule, target } = lookup
    const validUntil = await nextChangeAt()
    const response = await handle()
    if (!isPubliclyCacheable(response, rule)) return response
    const effort = isFixedPage(target) ? 'best' : 'quick'
    return toCachedResponse(response, { validUntil, effort, replaced: store.findReplaced(lookup) })
  }

  return {
    /** The cached response of a request; undefined when the pipeline has to go on. A list is sent after `mayReadList`. */
    find(request: IncomingMessage): CacheHit | undefined | Promise<CacheHit | undefined> {
      const lookup = findLookup(request)
      return lookup instanceof Promise ? lookup.then(findHit) : findHit(lookup)
    },

    /**
     * Counts a request for a cached list towards the rate limit of its address, and checks its credentials. When it is
     * refused it is not counted: the route refuses and counts it.
     */
    async mayReadList({ lookup }: CacheHit, context: RequestContext): Promise<boolean> {
      if (!rateLimits.apiRead.consume(context.clientAddress).ok) return false
      const isAllowed = await isAuthorized(lookup, context)
      if (!isAllowed) rateLimits.apiRead.release(context.clientAddress)
      return isAllowed
    },

    /**
     * The response, cached meanwhile or rendered now: once for all who wait for it, unless it needs credentials. What is
     * not cacheable, or failed for all, is handled by itself.
     */
    async render(
      request: IncomingMessage,
      context: RequestContext,
      handle: Handle,
    ): Promise<RenderedResponse> {
      const lookup = await findLookup(request)
      if (!lookup) return handle()
      const cached = store.find(lookup, Date.now())
      if (cached && (await isAuthorized(lookup, context))) return cached
      if (lookup.rule.authorize === 'caller') return store.set(lookup, await render(lookup, handle))
      const headers = new Headers(lookup.choices === '' ? {} : { Cookie: lookup.choices })
      const shared = new Request(origin + lookup.target, { headers })
      const rendered = await store.render(lookup, () => render(lookup, () => handleWithRemix(shared)))
      if (!(rendered instanceof Response)) return rendered
      return rendered.status < 500 ? rendered.clone() : handle()
    },
  }
}

function toChoices(cookie: string | undefined): string {
  return [toConsentCacheKey(cookie), toResultsCacheKey(cookie)].filter(Boolean).join('; ')
}
