import { decodeUri } from '#app/game/text/decode-uri.ts'

/** Whether a path belongs to the API, after normalisation: paths that only look like one of its own count too. */
export function isApiPath(path: string): boolean {
  const normalized = normalizePath(path)
  return normalized === '/api' || normalized.startsWith('/api/')
}

/** Whether Remix's router matches a path to the API: the router decodes escapes per segment. */
export function isRoutedToApi(path: string): boolean {
  const [, first = ''] = path.split('/')
  return decodeUri(first)?.toLowerCase() === 'api'
}

/** A path in one canonical spelling: dot segments resolved, escapes decoded (broken ones are refused elsewhere), lower case, single slashes. */
export function normalizePath(path: string): string {
  const resolved = resolvePath(path)
  return (decodeUri(resolved) ?? resolved).toLowerCase().replace(/\/+/g, '/')
}

/** '/x/../api' and 'http://host/api' → '/api', by URL parsing. */
function resolvePath(path: string): string {
  const base = path.startsWith('/') ? `http://host${path}` : path
  return URL.canParse(base) ? new URL(base).pathname : path
}
