import { cacheDateFormatters } from './date-formatters.ts'

/** A formatted instant: its text, and the ISO form for `<time datetime>` (D19). */
export interface FormattedInstant {
  text: string
  iso: string
}

const shortFormatIn = cacheDateFormatters('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const zoneFormatIn = cacheDateFormatters('en-GB', { timeZoneName: 'short' })
const dayFormatIn = cacheDateFormatters('en-CA')
const longDayFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
})

/** An instant as 'Mar 5, 14:30' in a time zone (spec 9). `at` in epoch ms; `timeZone` must be known to Intl. */
export function formatInstant(at: number, timeZone: string): string {
  const parts = shortFormatIn(timeZone).formatToParts(at)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('month')} ${part('day')}, ${part('hour')}:${part('minute')}`
}

/** The time of day of an instant as '23:41' in a time zone. `at` in epoch ms. */
export function formatTimeOfDay(at: number, timeZone: string): FormattedInstant {
  return { text: formatInstant(at, timeZone).slice(-5), iso: new Date(at).toISOString() }
}

/** The zone's abbreviation at an instant, as used in Europe: 'CEST', not 'GMT+2' (D19). */
export function formatZoneAbbreviation(at: number, timeZone: string): string {
  const parts = zoneFormatIn(timeZone).formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
}

/** Whether Intl knows a zone: it throws on an unknown one. */
export function isTimeZone(timeZone: string): boolean {
  try {
    dayFormatIn(timeZone)
    return true
  } catch {
    return false
  }
}

/** The calendar day of an instant in a zone, as 'YYYY-MM-DD'. */
export function toCalendarDay(at: number, timeZone: string): string {
  return dayFormatIn(timeZone).format(at)
}

export const dayMs = 24 * 60 * 60 * 1000

/** When a calendar day ('YYYY-MM-DD') begins in a zone, in epoch ms: by search, because a day may begin at any hour. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let [before, within] = [midnight - dayMs, midnight + dayMs]
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (toCalendarDay(middle, timeZone) < day) before = middle
    else within = middle
  }
  return within
}

/** When the next calendar day begins in a zone, in epoch ms. */
export function findNextDayAt(now: number, timeZone: string): number {
  const today = Date.parse(`${toCalendarDay(now, timeZone)}T00:00:00Z`)
  return startOfDay(toCalendarDay(today + dayMs, 'UTC'), timeZone)
}

/** A real calendar day of the years 1900 to 2999 written 'YYYY-MM-DD', or null. */
export function parseDay(typed: string): string | null {
  if (!/^(19|2\d)\d\d-\d\d-\d\d$/.test(typed)) return null
  const at = new Date(`${typed}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(typed) ? typed : null
}

/** A calendar day as 'May 17, 2025'. */
export function formatDay(day: string): string {
  return longDayFormat.format(Date.parse(`${day}T00:00:00Z`))
}

/**
 * Time left as text (D19): 'in 3 days', from two days on; 'in 31 hours', 'in 20 minutes', and 'closed' at the deadline and
 * after it. Rounded down, because late is worse than early.
 */
export function formatRemaining(milliseconds: number): string {
  if (milliseconds <= 0) return 'closed'
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 1) return 'in under a minute'
  const hours = Math.floor(minutes / 60)
  if (hours < 1) return `in ${formatCount(minutes, 'minute')}`
  return `in ${hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day')}`
}

function formatCount(n: number, unit: string): string {
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}
