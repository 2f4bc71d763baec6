const mostKept = 100

/**
 * Formatters by time zone, made when they are first asked for. Making one takes some hundred times as long as using it,
 * and visitors of a night share a few zones. Throws for a zone that Intl does not know.
 */
export function keepFormats(
  locale: string,
  options: Intl.DateTimeFormatOptions = {},
): (timeZone: string) => Intl.DateTimeFormat {
  const kept = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    const known = kept.get(timeZone)
    if (known) return known
    const made = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    if (kept.size >= mostKept) kept.clear()
    kept.set(timeZone, made)
    return made
  }
}
