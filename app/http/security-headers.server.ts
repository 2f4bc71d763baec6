import { unstored } from './secret-page-headers.ts'

/**
 * The Content-Security-Policy of a page. Pages without script have no nonce, so that they can be cached. `styleHash`: of the
 * style sheet that the document contains, as `sha256-…`.
 */
export function buildContentSecurityPolicy({ nonce, styleHash }: PagePolicy): string {
  const allow = (source: string | undefined) => (source === undefined ? "'self'" : `'self' '${source}'`)
  return [
    "default-src 'none'",
    `script-src ${allow(nonce && `nonce-${nonce}`)}`,
    `style-src ${allow(styleHash)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    'frame-src https://www.youtube-nocookie.com https://www.instagram.com',
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

interface PagePolicy {
  nonce?: string | undefined
  styleHash?: string | undefined
}

/** The Content-Security-Policy of everything else: if a browser renders it, nothing in it runs or loads. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Additional headers of responses that are no pages: inert and never cached. */
export const nonPageHeaders = { 'Content-Security-Policy': dataPolicy, 'Cache-Control': 'no-store' }

/** The headers of every response, files and errors included. HSTS without subdomains: they may belong to others. */
export function buildBaseHeaders(isHttps: boolean): Record<string, string> {
  return {
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=63072000' } : {}),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
}

/** Headers that have no meaning for a stylesheet, a script or a font. */
const pageOnlyHeaders = [
  'Referrer-Policy',
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
  'X-Request-Id',
] as const

/** Removes page headers from a hashed file: 300 bytes less before the first paint on a slow connection. */
export function stripPageHeaders(response: { removeHeader: (name: string) => void }): void {
  for (const name of pageOnlyHeaders) response.removeHeader(name)
}

/** Adds the headers of a page: CSP, and common headers and Cache-Control unless the route set them. */
export function addPageHeaders(
  headers: Headers,
  page: PagePolicy & { isHttps: boolean; method: string; isSignedIn: boolean },
): void {
  addMissingHeaders(headers, buildBaseHeaders(page.isHttps))
  headers.set('Content-Security-Policy', buildContentSecurityPolicy(page))
  headers.append('Vary', 'Cookie')
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', cacheControl(page))
}

/** Adds missing headers to a response that is no page: JSON, an image, a redirect, Remix's own text. */
export function addNonPageHeaders(headers: Headers, isHttps: boolean): void {
  addMissingHeaders(headers, { ...buildBaseHeaders(isHttps), ...nonPageHeaders })
}

/** Adds missing headers to a redirect, which may become part of a page's data: that has a Cache-Control of its own. */
export function addRedirectHeaders(headers: Headers, isHttps: boolean): void {
  addMissingHeaders(headers, { ...buildBaseHeaders(isHttps), 'Content-Security-Policy': dataPolicy })
}

function addMissingHeaders(headers: Headers, missing: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(missing)) if (!headers.has(name)) headers.set(name, value)
}

/** No-store only for a signed-in visitor's GET: after a POST it would break the Back button. */
function cacheControl({ method, isSignedIn }: { method: string; isSignedIn: boolean }): string {
  return isSignedIn && (method === 'GET' || method === 'HEAD') ? unstored : 'private, no-cache'
}
