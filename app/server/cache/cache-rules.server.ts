import { cookies, readCookie } from '#app/http/cookies/cookie.server.ts'
import { hasSessionCookie } from '#app/http/csrf.server.ts'
import type { Topic } from '#db/versions.server.ts'

/** A public page or a list of the API whose whole response may be cached. */
export interface CacheRule {
  path: string | RegExp
  /** What it shows: it is rendered again when one of these has changed. */
  topics: readonly Topic[]
  /** The queries it is cached for. Without this it is cached only without a query. */
  query?: (query: string) => boolean
  /**
   * Who gets it from the cache. 'signed-out': visitors without a session and a flash message, on the public host. 'anyone' and
   * 'caller' (with valid credentials): a list, which counts towards the rate limit of its reader.
   */
  authorize: 'signed-out' | 'anyone' | 'caller'
}

/** Whether a query has only these parameters, each at most once, and in its canonical form. */
const params = (patterns: Readonly<Record<string, RegExp>>) => (query: string) => {
  const pairs = query.split('&').map((pair) => pair.split('='))
  const names = new Set(pairs.map(([name]) => name))
  const isAccepted = ([name = '', value = '', ...rest]: readonly string[]) =>
    rest.length === 0 && Object.hasOwn(patterns, name) && patterns[name]?.test(value) === true
  return names.size === pairs.length && pairs.every(isAccepted)
}

const dialog = /^cookies$/
const page = /^([1-9]\d?|100)$/

/** Pages depend on the game for its time zone and the banner of its end. */
const cacheRules: readonly CacheRule[] = [
  { path: '/', topics: ['news', 'game'], query: params({ dialog }), authorize: 'signed-out' },
  { path: '/news', topics: ['news', 'game'], query: params({ dialog, page }), authorize: 'signed-out' },
  {
    // An article with a playing video is not cached: the parameter could have any value.
    path: /^\/news\/[1-9]\d{0,14}-[\w-]{1,250}$/,
    topics: ['news', 'game'],
    query: params({ dialog }),
    authorize: 'signed-out',
  },
  {
    // A search is not cached: it could be any text.
    path: '/songs',
    topics: ['game'],
    query: params({ dialog, show: /^[1-9]$/, play: /^[A-Z]{2}$/ }),
    authorize: 'signed-out',
  },
  { path: '/terms-of-service', topics: ['game'], query: params({ dialog }), authorize: 'signed-out' },
  { path: '/privacy-policy', topics: ['game'], query: params({ dialog }), authorize: 'signed-out' },
  { path: '/sitemap.xml', topics: ['news', 'game'], authorize: 'signed-out' },
  { path: '/feed.xml', topics: ['news', 'game'], authorize: 'signed-out' },
  { path: '/deadlines.ics', topics: ['game'], authorize: 'signed-out' },
  { path: '/robots.txt', topics: [], authorize: 'signed-out' },
  { path: '/manifest.webmanifest', topics: [], authorize: 'signed-out' },
  { path: '/api/players', topics: ['game'], authorize: 'anyone' },
  { path: '/api/news', topics: ['news', 'game'], query: isCommonWindow, authorize: 'anyone' },
  { path: '/api/teams', topics: ['ranking', 'game'], query: isCommonWindow, authorize: 'caller' },
]

/** Whether a query asks for one of consecutive pages of a usual size. Other windows are too many to be worth caching. */
function isCommonWindow(query: string): boolean {
  const found = /^(?:offset=(0|[1-9]\d{0,5})&)?limit=(3|9|10|100)$/.exec(query)
  if (!found) return /^offset=(0|[1-9]\d{0,4}0)$/.test(query)
  const [, offset = '0', limit = '10'] = found
  return Number(offset) % Number(limit) === 0
}

/** The rule of a request target (path and query as sent), or undefined when its response is not cached. */
export function findCacheRule(target: string): CacheRule | undefined {
  const queryAt = target.indexOf('?')
  const pathname = queryAt === -1 ? target : target.slice(0, queryAt)
  const rule = cacheRules.find(({ path }) =>
    typeof path === 'string' ? path === pathname : path.test(pathname),
  )
  return queryAt === -1 || rule?.query?.(target.slice(queryAt + 1)) ? rule : undefined
}

/** Whether a request target is a public page with one address: neither an article nor a page with a query. */
export function isFixedPage(target: string): boolean {
  return cacheRules.some(({ path, authorize }) => path === target && authorize === 'signed-out')
}

/**
 * Whether a visitor with these cookies sees what everybody sees: no session and no flash message. Public pages read no
 * others but consent and the choice about results, which are part of the cache key.
 */
export function seesPublicVersion(cookie: string | undefined): boolean {
  return (
    cookie === undefined || (!hasSessionCookie(cookie) && readCookie(cookie, cookies.flash) === undefined)
  )
}
