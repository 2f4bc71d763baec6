/** Each takes some 30 kB. */
const maxCached = 64

/**
 * Formatters by time zone, made when they are first asked for. Making one takes some hundred times as long as using it,
 * and visitors of a night share a few zones; there are thousands of spellings, so the one unused for the longest goes.
 * Throws for a zone that Intl does not know.
 */
export function cacheDateFormatters(
  locale: string,
  options: Intl.DateTimeFormatOptions = {},
): (timeZone: string) => Intl.DateTimeFormat {
  const cached = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    const format = cached.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    cached.delete(timeZone)
    // A copy: a name that is cut from a header would hold on to all of it.
    cached.set([...timeZone].join(''), format)
    const [oldest] = cached.keys()
    if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest)
    return format
  }
}
