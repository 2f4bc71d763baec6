import { decodeUri } from '#app/game/text/decode-uri.ts'
import { REDIRECT_TARGET_LIMIT } from '#app/game/text/normalize-text.ts'

const placeholderOrigin = 'https://douze.invalid'

/**
 * Where to go after sign-in: a path and query of this site, at most 4 kB, without fragment (D24).
 * Anything that could lead to another site or back into /auth becomes '/'. An overlong target is not parsed.
 */
export function safeRedirectTarget(target: unknown): string {
  if (typeof target !== 'string' || target.length > REDIRECT_TARGET_LIMIT) return '/'
  if (!/^\/(?!\/)/.test(target) || hasTrickyCharacters(target)) return '/'
  if (!URL.canParse(target, placeholderOrigin)) return '/'
  const url = toPage(new URL(target, placeholderOrigin))
  // Checked after the parser has resolved dot segments: '/.//evil.example' becomes '//evil.example'.
  const path = url.pathname + url.search
  const leadsAway = url.origin !== placeholderOrigin || path.startsWith('//') || isAuthPath(url.pathname)
  return leadsAway || path.length > REDIRECT_TARGET_LIMIT ? '/' : path
}

/**
 * The page of this site whose form sent a request, as its Referer says; where that says nothing, `fallback`. With script a page's
 * address may have changed since its form was rendered.
 */
export function findSendingPage(request: Request, origin: string, fallback = '/'): string {
  const referer = request.headers.get('Referer') ?? ''
  return safeRedirectTarget(referer.startsWith(`${origin}/`) ? referer.slice(origin.length) : fallback)
}

function toPage(url: URL): URL {
  if (!url.pathname.endsWith('.data')) return url
  const page = new URL(url)
  page.pathname = removeDataSuffix(url.pathname.replace(/^\/_root(?=\.)/, '/'))
  page.searchParams.delete('_routes')
  return page
}

function removeDataSuffix(pathname: string): string {
  let end = pathname.length
  while (pathname.endsWith('.data', end)) end -= '.data'.length
  return pathname.slice(0, end)
}

/** Browsers read '\' as '/' and drop tabs and line breaks, so a harmless-looking target can lead to another site. */
function hasTrickyCharacters(target: string): boolean {
  return /[\\\p{Cc}]/u.test(target)
}

function isAuthPath(pathname: string): boolean {
  return /^\/+auth(\/|\.data|$)/i.test(decodeUri(pathname) ?? pathname)
}
