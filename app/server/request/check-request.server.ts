import { isApiPath, isRoutedToApi, normalizePath } from '#app/http/api-path.server.ts'
import { isSameOrigin } from '#app/http/csrf.server.ts'
import type { ErrorResponse } from '#app/http/errors/error-response.server.ts'
import { type BodyHeaders, checkBodyHeaders } from './body-limits.server.ts'

/** A request as server.ts received it: `target` is path and query, unparsed. */
export type RequestHead = BodyHeaders & {
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
export type RequestCheckResult = { url: URL } | { moved: string } | { refused: ErrorResponse }

/** What the addresses of the house take. */
interface RouteMethods {
  /** The methods that a path of the JSON contract takes; none where it has no call. */
  methodsAt: (path: string) => readonly string[]
  /** Whether a page's path takes a form. */
  acceptsForm: (path: string) => boolean
}

/** Judges a request before Remix sees it (security.md). Addresses are built on our own origin, never on its Host. */
export function checkRequest(
  arrival: RequestHead,
  publicOrigin: string,
  addresses: RouteMethods,
): RequestCheckResult {
  const url = parseUrl(publicOrigin, arrival.target)
  if (url === undefined) return { refused: { errorType: 'BAD_REQUEST' } }
  const refused =
    rejectUnknownApiPath(url) ??
    rejectMethod(arrival.method, url, addresses) ??
    rejectCrossSite(arrival, url, publicOrigin)
  if (refused) return { refused }
  if (isOnOtherHost(arrival, url)) return { moved: url.href }
  const badBody = isReadMethod(arrival.method)
    ? rejectBodyOfRead(arrival)
    : checkBodyHeaders(url.pathname, arrival)
  return badBody ? { refused: badBody } : { url }
}

/** A read has no body: one that comes with it has no cap, and would be taken in whole. */
function rejectBodyOfRead({ contentLength, transferEncoding }: RequestHead): ErrorResponse | undefined {
  if (transferEncoding === undefined && Number(contentLength ?? 0) === 0) return undefined
  return { errorType: 'BAD_REQUEST', headers: { Connection: 'close' } }
}

/** 'http://x' in place of a path and the like do not parse behind our origin. */
function parseUrl(publicOrigin: string, target: string): URL | undefined {
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
function rejectUnknownApiPath({ pathname }: URL): ErrorResponse | undefined {
  const isCall = isRoutedToApi(pathname) && !pathname.endsWith('.data')
  return isApiPath(pathname) && !isCall ? { errorType: 'NOT_FOUND' } : undefined
}

/** OPTIONS would run loaders: it has no use here. A form that is sent where none is gets its answer behind Remix. */
function rejectMethod(method: string, { pathname }: URL, addresses: RouteMethods): ErrorResponse | undefined {
  const allowed = listAllowedMethods(pathname, addresses)
  const isLeftToRemix = method === 'POST' && !isApiPath(pathname)
  if (isLeftToRemix || allowed.includes(method)) return undefined
  if (allowed.length === 0) return { errorType: 'NOT_FOUND' }
  return { errorType: 'METHOD_NOT_ALLOWED', headers: { Allow: allowed.join(', ') } }
}

/** HEAD of a .data address would run the action. */
function listAllowedMethods(
  pathname: string,
  { methodsAt, acceptsForm: hasForm }: RouteMethods,
): readonly string[] {
  if (isApiPath(pathname)) return methodsAt(normalizePath(pathname))
  const reads = pathname.endsWith('.data') ? ['GET'] : ['GET', 'HEAD']
  return hasForm(pathname.replace(/\.data$/, '')) ? [...reads, 'POST'] : reads
}

/** `_data` would reach Remix's older way to ask for a loader alone; no page of ours uses it. */
function rejectCrossSite(arrival: RequestHead, url: URL, publicOrigin: string): ErrorResponse | undefined {
  const isOurs =
    isSameOrigin({ ...arrival, path: url.pathname }, publicOrigin) && !url.searchParams.has('_data')
  if (isOurs) return undefined
  const message = 'This request did not come from this site, so nothing was changed.'
  return { errorType: 'ACCESS_DENIED', message }
}

/** A page asked for on another name of this machine would fail at sign-in: its cookies live on the public one. */
function isOnOtherHost({ method, host }: RequestHead, { host: ours, pathname }: URL): boolean {
  return isReadMethod(method) && host !== ours && pathname !== '/healthz' && !isApiPath(pathname)
}

/** Whether a method only looks. */
export function isReadMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
