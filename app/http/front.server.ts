import { isApi, isRoutedToApi, plainPath } from './api-path.server.ts'
import { type BodyHeaders, judgeBody } from './body.server.ts'
import { isFromHere } from './origin.server.ts'
import type { Refusal } from './refusal.server.ts'

/** A request as server.ts received it: `target` is path and query, unparsed. */
export type Arrival = BodyHeaders & {
  method: string
  target: string
  host: string | undefined
  secFetchSite: string | undefined
  origin: string | undefined
  cookie: string | undefined
  authorization: string | undefined
  address: string
}

/** What happens to it: it goes on to Remix as `url`, is sent to our own host, or is refused. */
export type Verdict = { url: URL } | { moved: string } | { refused: Refusal }

/** What the addresses of the house take. */
interface Addresses {
  /** The methods that a path of the JSON contract takes; none where it has no call. */
  methodsAt: (path: string) => readonly string[]
  /** Whether a page's path takes a form. */
  hasForm: (path: string) => boolean
}

/** Judges a request before Remix sees it (security.md). Addresses are built on our own origin, never on its Host. */
export function judge(arrival: Arrival, publicOrigin: string, addresses: Addresses): Verdict {
  const url = parse(publicOrigin, arrival.target)
  if (url === undefined) return { refused: { errorType: 'BAD_REQUEST' } }
  const refused =
    refuseNoCall(url) ??
    refuseMethod(arrival.method, url, addresses) ??
    refuseForgery(arrival, url, publicOrigin)
  if (refused) return { refused }
  if (isElsewhere(arrival, url)) return { moved: url.href }
  const badBody = isRead(arrival.method) ? refuseReadBody(arrival) : judgeBody(url.pathname, arrival)
  return badBody ? { refused: badBody } : { url }
}

/** A read has no body: one that comes with it has no cap, and would be taken in whole. */
function refuseReadBody({ contentLength, transferEncoding }: Arrival): Refusal | undefined {
  if (transferEncoding === undefined && Number(contentLength ?? 0) === 0) return undefined
  return { errorType: 'BAD_REQUEST', headers: { Connection: 'close' } }
}

/** 'http://x' in place of a path and the like do not parse behind our origin. */
function parse(publicOrigin: string, target: string): URL | undefined {
  const url = URL.canParse(publicOrigin + target) ? new URL(publicOrigin + target) : undefined
  return url?.origin === publicOrigin && target.startsWith('/') && isDecodable(url.pathname) ? url : undefined
}

/** Remix's router complains of '/%' in the log, line by line, and finds nothing. */
function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

/**
 * Remix would answer a call with '.data' behind it in the language of its own script, and what only looks like a call
 * ('//api/teams') with a page.
 */
function refuseNoCall({ pathname }: URL): Refusal | undefined {
  const isCall = isRoutedToApi(pathname) && !pathname.endsWith('.data')
  return isApi(pathname) && !isCall ? { errorType: 'NOT_FOUND' } : undefined
}

/** OPTIONS would run loaders: it has no use here. A form that is sent where none is gets its answer behind Remix. */
function refuseMethod(method: string, { pathname }: URL, addresses: Addresses): Refusal | undefined {
  const allowed = methodsOf(pathname, addresses)
  const isLeftToRemix = method === 'POST' && !isApi(pathname)
  if (isLeftToRemix || allowed.includes(method)) return undefined
  if (allowed.length === 0) return { errorType: 'NOT_FOUND' }
  return { errorType: 'METHOD_NOT_ALLOWED', headers: { Allow: allowed.join(', ') } }
}

/** HEAD of a .data address would run the action. */
function methodsOf(pathname: string, { methodsAt, hasForm }: Addresses): readonly string[] {
  if (isApi(pathname)) return methodsAt(plainPath(pathname))
  const reads = pathname.endsWith('.data') ? ['GET'] : ['GET', 'HEAD']
  return hasForm(pathname.replace(/\.data$/, '')) ? [...reads, 'POST'] : reads
}

/** `_data` would reach Remix's older way to ask for a loader alone; no page of ours uses it. */
function refuseForgery(arrival: Arrival, url: URL, publicOrigin: string): Refusal | undefined {
  const isOurs =
    isFromHere({ ...arrival, path: url.pathname }, publicOrigin) && !url.searchParams.has('_data')
  if (isOurs) return undefined
  const message = 'This request did not come from this site, so nothing was changed.'
  return { errorType: 'ACCESS_DENIED', message }
}

/** A page asked for on another name of this machine would fail at sign-in: its cookies live on the public one. */
function isElsewhere({ method, host }: Arrival, { host: ours, pathname }: URL): boolean {
  return isRead(method) && host !== ours && pathname !== '/healthz' && !isApi(pathname)
}

/** Whether a method only looks. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
