import { decodeUri } from '#app/game/text/decode-uri.ts'
import { isApiPath, isRoutedToApi, normalizePath } from '#app/http/api-path.server.ts'
import { isSameOrigin, needsFormToken } from '#app/http/csrf.server.ts'
import type { ErrorResponse } from '#app/http/errors/error-response.server.ts'
import { type BodyHeaders, checkBodyHeaders } from './body-limits.server.ts'
import { isHostReplaced, isPublicHost } from './public-host.server.ts'

/** The head of a request. `target`: path and query, unparsed; `address`: the key of client-address.server.ts. */
export type RequestHead = BodyHeaders & {
  method: string
  target: string
  host: string | undefined
  forwardedHost: string | undefined
  localPort: number | undefined
  /** Whether it shows that a proxy sent it. */
  isForwarded: boolean
  secFetchSite: string | undefined
  origin: string | undefined
  cookie: string | undefined
  authorization: string | undefined
  address: string
}

/** The outcome: the request may go on to Remix with `url`, is redirected to the public host, or is refused. */
export type RequestCheckResult = { url: URL } | { redirectTo: string } | { error: ErrorResponse }

interface RouteMethods {
  /** The methods of an API path; empty when the API has no such path. */
  methodsAt: (path: string) => readonly string[]
  /** Whether the page at a path accepts a form. */
  acceptsForm: (path: string) => boolean
}

/**
 * Checks a request before Remix sees it (docs/security.md). URLs are built with the configured origin, never with the
 * Host header.
 */
export function checkRequest(
  head: RequestHead,
  publicOrigin: string,
  routeMethods: RouteMethods,
): RequestCheckResult {
  const url = parseUrl(publicOrigin, head.target)
  if (url === undefined) return { error: { errorType: 'BAD_REQUEST' } }
  const error =
    rejectUnknownApiPath(url) ??
    rejectMethod(head.method, url, routeMethods) ??
    rejectCrossSite(head, url, publicOrigin)
  if (error) return { error }
  const isElsewhere = isOnOtherHost(head, url)
  if (isElsewhere && isHostReplaced(head, url)) return { error: { errorType: 'MISDIRECTED_REQUEST' } }
  if (isElsewhere) return { redirectTo: url.href }
  const bodyError = isReadMethod(head.method) ? rejectBodyOfRead(head) : checkBodyHeaders(url.pathname, head)
  return bodyError ? { error: bodyError } : { url }
}

/** Refuses a GET or HEAD request with a body, which would have no use and no size limit. */
function rejectBodyOfRead({ contentLength, transferEncoding }: RequestHead): ErrorResponse | undefined {
  if (transferEncoding === undefined && Number(contentLength ?? 0) === 0) return undefined
  return { errorType: 'BAD_REQUEST', headers: { Connection: 'close' } }
}

/**
 * The URL of a target on our origin; undefined for a target that is no path, like 'http://x', or cannot be decoded, like
 * '/%': for such a path Remix's router fills the log with warnings and finds no route.
 */
function parseUrl(publicOrigin: string, target: string): URL | undefined {
  const url = URL.canParse(publicOrigin + target) ? new URL(publicOrigin + target) : undefined
  const isPath = url?.origin === publicOrigin && target.startsWith('/')
  return isPath && decodeUri(url.pathname) !== undefined ? url : undefined
}

/**
 * Remix would answer an API path with '.data' appended in the format of its own script, and a path that only looks like the
 * API ('//api/teams') with a page.
 */
function rejectUnknownApiPath({ pathname }: URL): ErrorResponse | undefined {
  const isApiRoute = isRoutedToApi(pathname) && !pathname.endsWith('.data')
  return isApiPath(pathname) && !isApiRoute ? { errorType: 'NOT_FOUND' } : undefined
}

/**
 * Refuses other methods; OPTIONS would run loaders. A form posted to a page without an action is refused after Remix
 * has found that out.
 */
function rejectMethod(
  method: string,
  { pathname }: URL,
  routeMethods: RouteMethods,
): ErrorResponse | undefined {
  const allowed = listAllowedMethods(pathname, routeMethods)
  const isLeftToRemix = method === 'POST' && !isApiPath(pathname)
  if (isLeftToRemix || allowed.includes(method)) return undefined
  if (allowed.length === 0) return { errorType: 'NOT_FOUND' }
  return { errorType: 'METHOD_NOT_ALLOWED', headers: { Allow: allowed.join(', ') } }
}

/** HEAD of a '.data' path is not allowed: Remix would run the action. */
function listAllowedMethods(pathname: string, { methodsAt, acceptsForm }: RouteMethods): readonly string[] {
  if (isApiPath(pathname)) return methodsAt(normalizePath(pathname))
  const reads = pathname.endsWith('.data') ? ['GET'] : ['GET', 'HEAD']
  return acceptsForm(pathname.replace(/\.data$/, '')) ? [...reads, 'POST'] : reads
}

/** Refuses requests of other sites, and `_data`, Remix's older way to request one loader, which no page uses. */
function rejectCrossSite(head: RequestHead, url: URL, publicOrigin: string): ErrorResponse | undefined {
  const input = { ...head, path: url.pathname }
  const isAllowed = isSameOrigin(input, publicOrigin) || needsFormToken(input)
  return isAllowed && !url.searchParams.has('_data') ? undefined : ofAnotherSite
}

/** What is said of a form that another site may have sent. */
export const ofAnotherSite: ErrorResponse = {
  errorType: 'ACCESS_DENIED',
  message:
    'This request did not come from this site, so nothing was changed. If it did: load its page anew, and send it once more.',
}

/**
 * Whether a page is requested by another name of this machine. Sign-in would fail there, because cookies belong to the
 * public host.
 */
function isOnOtherHost({ method, host }: RequestHead, { host: publicHost, pathname }: URL): boolean {
  if (!isReadMethod(method) || pathname === '/healthz' || isApiPath(pathname)) return false
  return !isPublicHost(host, publicHost)
}

export function isReadMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
