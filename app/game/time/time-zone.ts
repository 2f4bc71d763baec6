import { normalizeText } from '#app/game/text/normalize-text.ts'
import { isTimeZone } from './instant.ts'

/** The limit of a zone's name in UTF-16 units: longer than every real one, short enough for a URL and a cookie. */
export const ZONE_LIMIT = 100

/** The names of all time zones ('Europe/Zurich'). */
export function listTimeZones(): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
}

/**
 * Finds the zone for a typed name, in Intl's spelling, or null: 'europe/zurich', 'Zürich' and "St John's" are found too.
 * A name that Intl knows but does not list ('Asia/Kolkata' on older systems) is valid. An overlong text is not.
 */
export function findTimeZone(typed: string): string | null {
  if (typed.length > ZONE_LIMIT) return null
  const searched = normalizeZoneName(typed)
  if (searched === '') return null
  const zones = listTimeZones()
  const match =
    zones.find((zone) => normalizeZoneName(zone) === searched) ??
    zones.find((zone) => normalizeZoneName(cityOf(zone)) === searched)
  if (match) return match
  const name = typed.trim()
  return isTimeZone(name)
    ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    : null
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1)
}

/** Ignores what people often leave out: case, accents, dots and apostrophes; a blank becomes an underscore. */
function normalizeZoneName(text: string): string {
  return normalizeText(text.trim(), 'NFD', ZONE_LIMIT)
    .replace(/[\p{Mn}.'’]/gu, '')
    .replace(/\s+/g, '_')
    .toLowerCase()
}
