import { readCookie } from '#app/http/cookies/flash.server.ts'
import { hasSessionCookie } from '#app/http/csrf.server.ts'

/** What the public pages show: a page is drawn anew when one of its topics has changed. */
export type CacheTopic = 'news' | 'game'

/** A page that may be kept whole: its address as it was asked, and what it shows. */
export interface CacheablePage {
  target: string
  topics: readonly CacheTopic[]
}

interface CacheRule {
  topics: readonly CacheTopic[]
  /** The query it knows: each name at most once, each value in its canonical form. */
  query: Readonly<Record<string, RegExp>>
}

const dialog = /^cookies$/
const banner = { topics: ['game'], query: { dialog } } as const
/** A playing video is not kept: its address could be any. */
const article: CacheRule = { topics: ['news', 'game'], query: { dialog } }
const articlePath = /^\/news\/[1-9]\d{0,14}-[\w-]{1,250}$/

/** Every page but an article's. The game is behind them all: its end is told in a banner, its zone dates the news. */
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

/** The page at an address (path and query as they were sent), or undefined when it is none that is kept. */
export function findCacheablePage(target: string): CacheablePage | undefined {
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  const listing = cacheablePages.get(path) ?? (articlePath.test(path) ? article : undefined)
  if (!listing) return undefined
  if (mark !== -1 && !acceptsQuery(listing, target.slice(mark + 1))) return undefined
  return { target, topics: listing.topics }
}

/** Whether an address is one of the few that stand in the list as they are: no article's, and without a query. */
export function isFixedCacheablePage(target: string): boolean {
  return cacheablePages.has(target)
}

/** The other cookies (league, invite, zone) are for the game's pages: no public page reads them. */
export function seesPublicVersion(cookie: string | undefined): boolean {
  return cookie === undefined || (!hasSessionCookie(cookie) && readCookie(cookie, 'flash') === undefined)
}

/** An escaped, repeated, empty or unknown part of a query is for Remix to make sense of. */
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
