import { type Arrival, isRead } from './front.server.ts'
import { hasSession } from './origin.server.ts'

/** Pages that everybody who plays opens, and what script fetches of them. */
const paths = /^\/((news|songs|game(\/(lineup|team|results|history|leagues))?)?(\.data)?|_root\.data)$/

/**
 * Whether any thread may draw what is asked for: a page of somebody signed in whose loaders write to the database at most. What
 * counts tries in memory (an invitation's secret, `limits.server.ts`) belongs to the one thread that takes requests.
 */
export function isDrawnAnywhere({ method, cookie }: Pick<Arrival, 'method' | 'cookie'>, url: URL): boolean {
  return isRead(method) && hasSession(cookie) && paths.test(url.pathname) && !url.searchParams.has('invite')
}
