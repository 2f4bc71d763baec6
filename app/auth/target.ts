const here = 'https://douze.invalid'
const mostBytes = 4096

/**
 * Where to go after sign-in: a path and query of this site, at most 4 kB, without fragment (D24).
 * Anything that could lead elsewhere, or back into /auth, becomes '/'.
 */
export function safeTarget(target: unknown): string {
  if (typeof target !== 'string' || !/^\/(?!\/)/.test(target) || hasTrickyCharacters(target)) return '/'
  if (!URL.canParse(target, here)) return '/'
  const url = toPage(new URL(target, here))
  // Read after the parser has resolved dots: '/.//evil.example' has become '//evil.example'.
  const path = url.pathname + url.search
  const leadsAway = url.origin !== here || path.startsWith('//') || isAuth(url.pathname)
  return leadsAway || path.length > mostBytes ? '/' : path
}

/** The page itself, where its data were asked for by script: nobody wants to read those. */
function toPage(url: URL): URL {
  if (!url.pathname.endsWith('.data')) return url
  const page = new URL(url)
  page.pathname = url.pathname.replace(/^\/_root(?=\.)/, '/').replace(/(\.data)+$/, '')
  page.searchParams.delete('_routes')
  return page
}

/** Browsers read '\' as '/' and drop tabs and line breaks, so a harmless look can hide another site. */
function hasTrickyCharacters(target: string): boolean {
  return /[\\\p{Cc}]/u.test(target)
}

function isAuth(pathname: string): boolean {
  return /^\/+auth(\/|\.data|$)/i.test(decode(pathname))
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
