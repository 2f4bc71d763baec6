/** The limit of cached formatters, some 30 kB each. */
const maxCached = 64

/**
 * A cache of formatters by time zone. Creating one takes some hundred times as long as using it, and visitors share a few
 * zones; because zones have thousands of spellings, the least recently used one is evicted. Throws for a zone that Intl
 * does not know.
 */
export function cacheDateFormatters(
  locale: string,
  options: Intl.DateTimeFormatOptions = {},
): (timeZone: string) => Intl.DateTimeFormat {
  const cached = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    const format = cached.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    cached.delete(timeZone)
    // A copy: a substring of a header would keep the whole header in memory.
    cached.set([...timeZone].join(''), format)
    const [oldest] = cached.keys()
    if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest)
    return format
  }
}
