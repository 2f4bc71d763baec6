/** Whether a path belongs to the JSON contract: its own, and what only looks like one of its addresses. */
export function isApiPath(path: string): boolean {
  const plain = normalizePath(path)
  return plain === '/api' || plain.startsWith('/api/')
}

/** Whether Remix's router takes a path for one of the contract: it undoes escapes part by part. */
export function isRoutedToApi(path: string): boolean {
  const [, first = ''] = path.split('/')
  return decode(first).toLowerCase() === 'api'
}

/** A path without what makes no difference to the router or to the eye: dots, escapes, capitals, several slashes. */
export function normalizePath(path: string): string {
  return decode(resolvePath(path)).toLowerCase().replace(/\/+/g, '/')
}

/** '/x/../api' and 'http://host/api' → '/api': as a URL is read. */
function resolvePath(path: string): string {
  const base = path.startsWith('/') ? `http://host${path}` : path
  return URL.canParse(base) ? new URL(base).pathname : path
}

/** A broken escape is refused elsewhere. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
