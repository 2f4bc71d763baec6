/** The policy of every page. Pages without script carry no nonce, so that they can be kept whole. */
export function buildContentSecurityPolicy(nonce: string | undefined): string {
  const scripts = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
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

/** The policy of everything that is no page: should a browser ever show it, nothing in it can act. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** What an answer that is no page carries besides: nothing may be done with it, and nobody keeps it. */
export const nonPageHeaders = { 'Content-Security-Policy': dataPolicy, 'Cache-Control': 'no-store' }

/** What every answer carries, files and refusals too. HSTS without subdomains: those are not ours to bind. */
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

/** What says how a page may be used, or names a request: nothing to a style sheet, a script or a face. */
const pageOnlyHeaders = [
  'Referrer-Policy',
  'Permissions-Policy',
  'Cross-Origin-Opener-Policy',
  'X-Request-Id',
] as const

/** Takes from a hashed file what means nothing there: 300 bytes less before the first text on a slow line. */
export function stripPageHeaders(response: { removeHeader: (name: string) => void }): void {
  for (const name of pageOnlyHeaders) response.removeHeader(name)
}

/** Makes an answer a page's: policy, common headers, and a Cache-Control unless the route chose one. */
export function addPageHeaders(
  headers: Headers,
  page: { nonce?: string | undefined; isHttps: boolean; method: string; isSignedIn: boolean },
): void {
  for (const [name, value] of Object.entries(buildBaseHeaders(page.isHttps))) headers.set(name, value)
  headers.set('Content-Security-Policy', buildContentSecurityPolicy(page.nonce))
  headers.append('Vary', 'Cookie')
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', cacheControl(page))
}

/** Fills in what an answer that is no page (JSON, an image, a redirect, Remix's own text) left unset. */
export function addNonPageHeaders(headers: Headers, isHttps: boolean): void {
  const missing = { ...buildBaseHeaders(isHttps), ...nonPageHeaders }
  for (const [name, value] of Object.entries(missing)) if (!headers.has(name)) headers.set(name, value)
}

/** No-store would break Back after a post, so only what a signed-in visitor asked by GET is kept nowhere. */
function cacheControl({ method, isSignedIn }: { method: string; isSignedIn: boolean }): string {
  return isSignedIn && (method === 'GET' || method === 'HEAD') ? 'private, no-store' : 'private, no-cache'
}
