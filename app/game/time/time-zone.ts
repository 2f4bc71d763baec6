import { normalizeText } from '#app/game/text/normalize-text.ts'
import { isTimeZone } from './instant.ts'

/** Longer than any zone's name, shorter than what an address or a cookie can bear: UTF-16 units. */
export const ZONE_LIMIT = 100

/** Every time zone that can be offered, by name ('Europe/Zurich'). */
export function listTimeZones(): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
}

/**
 * The zone that somebody typed, as Intl spells it, or null: 'europe/zurich', 'Zürich' and "St John's" are
 * understood too. A name that Intl knows but does not list ('Asia/Kolkata' on older systems) counts as well. What is too
 * long for a name is none.
 */
export function findTimeZone(typed: string): string | null {
  if (typed.length > ZONE_LIMIT) return null
  const wanted = normalizeZoneName(typed)
  if (wanted === '') return null
  const zones = listTimeZones()
  const found =
    zones.find((zone) => normalizeZoneName(zone) === wanted) ??
    zones.find((zone) => normalizeZoneName(cityOf(zone)) === wanted)
  if (found) return found
  const name = typed.trim()
  return isTimeZone(name)
    ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    : null
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1)
}

/** Without what hands leave out: case, accents, dots and apostrophes; a blank is an underscore. */
function normalizeZoneName(text: string): string {
  return normalizeText(text.trim(), 'NFD', ZONE_LIMIT)
    .replace(/[\p{Mn}.'’]/gu, '')
    .replace(/\s+/g, '_')
    .toLowerCase()
}
