/** Whether a path belongs to the API, after normalisation: paths that only look like one of its own count too. */
export function isApiPath(path: string): boolean {
  const normalized = normalizePath(path)
  return normalized === '/api' || normalized.startsWith('/api/')
}

/** Whether Remix's router matches a path to the API: the router decodes escapes per segment. */
export function isRoutedToApi(path: string): boolean {
  const [, first = ''] = path.split('/')
  return decode(first).toLowerCase() === 'api'
}

/** A path in one canonical spelling: dot segments resolved, escapes decoded, lower case, single slashes. */
export function normalizePath(path: string): string {
  return decode(resolvePath(path)).toLowerCase().replace(/\/+/g, '/')
}

/** '/x/../api' and 'http://host/api' → '/api', by URL parsing. */
function resolvePath(path: string): string {
  const base = path.startsWith('/') ? `http://host${path}` : path
  return URL.canParse(base) ? new URL(base).pathname : path
}

/** Returns a path with a broken escape unchanged: it is refused elsewhere. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
