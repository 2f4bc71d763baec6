import { readCookie } from '#app/http/cookies/flash.server.ts'
import { hasSessionCookie } from '#app/http/csrf.server.ts'

/** A kind of content with a version of its own: a page is rendered again when one of its topics has changed. */
export type CacheTopic = 'news' | 'game'

/** A public page whose whole response may be cached. */
export interface CacheablePage {
  /** Path and query of the request. */
  target: string
  topics: readonly CacheTopic[]
}

interface CacheRule {
  topics: readonly CacheTopic[]
  /** The query parameters it knows: each at most once, with a value in its canonical form. */
  query: Readonly<Record<string, RegExp>>
}

const dialog = /^cookies$/
const banner = { topics: ['game'], query: { dialog } } as const
/** An article with a playing video is not cached: the parameter could have any value. */
const article: CacheRule = { topics: ['news', 'game'], query: { dialog } }
const articlePath = /^\/news\/[1-9]\d{0,14}-[\w-]{1,250}$/

/** Every cacheable page but articles. Pages depend on the game for its time zone and the banner of its end. */
const cacheablePages: ReadonlyMap<string, CacheRule> = new Map<string, CacheRule>([
  ['/', { topics: ['news', 'game'], query: { dialog } }],
  ['/news', { topics: ['news', 'game'], query: { dialog, page: /^([1-9]\d?|100)$/ } }],
  ['/songs', { topics: ['game'], query: { dialog, play: /^[A-Z]{2}$/ } }],
  ['/terms-of-service', banner],
  ['/privacy-policy', banner],
  ['/sitemap.xml', { topics: ['news', 'game'], query: {} }],
  ['/feed.xml', { topics: ['news', 'game'], query: {} }],
  ['/deadlines.ics', { topics: ['game'], query: {} }],
  ['/robots.txt', { topics: [], query: {} }],
  ['/manifest.webmanifest', { topics: [], query: {} }],
])

/** The cacheable page of a request target (path and query as sent), or undefined. */
export function findCacheablePage(target: string): CacheablePage | undefined {
  const queryAt = target.indexOf('?')
  const path = queryAt === -1 ? target : target.slice(0, queryAt)
  const rule = cacheablePages.get(path) ?? (articlePath.test(path) ? article : undefined)
  if (!rule) return undefined
  if (queryAt !== -1 && !acceptsQuery(rule, target.slice(queryAt + 1))) return undefined
  return { target, topics: rule.topics }
}

/** Whether a request target is one of the listed paths without a query; no article is. */
export function isFixedCacheablePage(target: string): boolean {
  return cacheablePages.has(target)
}

/**
 * Whether a visitor with these cookies sees what everybody sees: no session and no flash message. Public pages read no
 * others but consent.
 */
export function seesPublicVersion(cookie: string | undefined): boolean {
  return cookie === undefined || (!hasSessionCookie(cookie) && readCookie(cookie, 'flash') === undefined)
}

/** A query with an escaped, repeated, empty or unknown parameter is not cacheable; Remix handles it. */
function acceptsQuery({ query }: CacheRule, text: string): boolean {
  const pairs = text.split('&').map((pair) => pair.split('='))
  const names = new Set(pairs.map(([name]) => name))
  return names.size === pairs.length && pairs.every((pair) => acceptsParam(query, pair))
}

function acceptsParam(
  query: CacheRule['query'],
  [name = '', value = '', ...rest]: readonly string[],
): boolean {
  return rest.length === 0 && Object.hasOwn(query, name) && query[name]?.test(value) === true
}
