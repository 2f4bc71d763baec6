/** Whether a path belongs to the JSON contract. */
export function isApi(path: string): boolean {
  const plain = plainPath(path)
  return plain === '/api' || plain.startsWith('/api/')
}

/** A path as Remix's router reads it: escapes and capitals mean the same there, and so do several slashes. */
export function plainPath(path: string): string {
  return decode(path).toLowerCase().replace(/\/+/g, '/')
}

/** A broken escape is refused elsewhere. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
