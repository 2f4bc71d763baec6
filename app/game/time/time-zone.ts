import { foldText } from '#app/game/text/fold.ts'
import { isTimeZone } from './instant.ts'

/** The limit of a zone's name in UTF-16 units: longer than every real one, short enough for a URL and a cookie. */
export const ZONE_LIMIT = 100

/** The names of all time zones ('Europe/Zurich'). */
export function listTimeZones(): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
}

/** Cities and abbreviations that no zone is named after, and cities in other languages, after their zone. */
const otherNames = new Map(
  `Europe/Kiev kyiv kiev kyjiw kiew; Asia/Tokyo tokio jst; Asia/Calcutta kolkata bengaluru bangalore mumbai bombay delhi new_delhi chennai +5:30
Europe/Berlin cet cest mez mesz munich munchen hamburg cologne koln frankfurt; Europe/London bst cardiff edinburgh glasgow liverpool manchester
Europe/Helsinki eet eest; Europe/Lisbon wet west lisboa lissabon lisbonne; Europe/Moscow msk moskau moskva; Europe/Vienna wien
Europe/Rome roma rom milan milano mailand turin torino; Europe/Zurich geneva geneve genf basel bern; Europe/Copenhagen kobenhavn kopenhagen
Europe/Warsaw warszawa warschau krakow; Europe/Prague praha prag; Europe/Athens athina athen; Europe/Belgrade beograd belgrad
Europe/Brussels brussel bruxelles; Europe/Bucharest bucuresti bukarest; Europe/Stockholm goteborg gothenburg malmo; Asia/Jerusalem tel_aviv
Europe/Amsterdam rotterdam the_hague den_haag; Europe/Madrid barcelona; Europe/Istanbul ankara; Europe/Tirane tirana; Europe/Paris lyon
America/New_York est edt washington boston miami atlanta; America/Chicago cst cdt; America/Denver mst mdt; America/Sao_Paulo rio_de_janeiro
America/Los_Angeles pst pdt san_francisco seattle las_vegas; Australia/Sydney aest aedt canberra; Asia/Shanghai beijing peking
Asia/Tehran +3:30; Asia/Kabul +4:30; Asia/Katmandu +5:45; Asia/Rangoon +6:30; Australia/Darwin +9:30`
    .split(/[;\n]\s*/)
    .map((line) => line.split(' '))
    .flatMap(([zone = '', ...names]) => names.map((name) => [name, zone] as const)),
)

/**
 * Finds the zone for a typed name, in Intl's spelling, or null: 'europe/zurich', 'Zürich', "St John's", 'CEST', 'UTC+2' are found
 * too, and 'UTC+5:30' where it holds all year. A name that Intl knows but does not list ('Asia/Kolkata' on older systems) is
 * valid. An overlong text is not.
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
  const name = otherNames.get(searched) ?? toOffsetZone(searched) ?? typed.trim()
  return isTimeZone(name)
    ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    : null
}

/** 'utc+2' as the zone database has it, which counts west of Greenwich: 'Etc/GMT-2'; 'utc+5:30' is the zone of a country. */
function toOffsetZone(searched: string): string | undefined {
  const [, sign, hours, minutes] =
    /^(?:utc|gmt)?([+−–-])0?(\d{1,2})(?::?(\d\d))?$/.exec(searched.replaceAll('_', '')) ?? []
  if (hours === undefined) return undefined
  if (Number(minutes ?? 0) > 0) return otherNames.get(`${sign}${hours}:${minutes}`)
  return `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`
}

/** A zone as people say it: 'Etc/GMT-2' is 'UTC+2'. */
export function describeTimeZone(zone: string): string {
  return zone.replace(/^Etc\/GMT([+-])/, (_, sign) => (sign === '+' ? 'UTC−' : 'UTC+'))
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1)
}

/** Ignores what people often leave out: case, accents, dots and apostrophes; a blank becomes an underscore. */
function normalizeZoneName(text: string): string {
  return foldText(text.trim(), ZONE_LIMIT).replace(/[.'’]/g, '').replace(/\s+/g, '_')
}
