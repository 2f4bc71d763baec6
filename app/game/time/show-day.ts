import { cacheDateFormatters } from './date-formatters.ts'
import { dayMs, toCalendarDay } from './instant.ts'

const weekdayFormatIn = cacheDateFormatters('en-US', { weekday: 'long' })
const monthDayFormatIn = cacheDateFormatters('en-US', { month: 'short', day: 'numeric' })
const hourFormatIn = cacheDateFormatters('en-GB', { hour: '2-digit', hourCycle: 'h23' })

/** From this hour of the visitor's day on a show is 'tonight'. */
const eveningHour = 17
/** A weekday names one day only within a week. */
const maxWeekdayDistance = 6

/** The day of a show: 'Thursday' within six days before or after, else 'May 15'. `at` and `now` in epoch ms. */
export function formatDayName(at: number, now: number, timeZone: string): string {
  const isNear = Math.abs(countDays(now, at, timeZone)) <= maxWeekdayDistance
  return (isNear ? weekdayFormatIn : monthDayFormatIn)(timeZone).format(at)
}

/** When a show is, in the visitor's zone: 'tonight', 'today' before the evening, 'on Thursday', 'on May 15'. */
export function formatShowTime(at: number, now: number, timeZone: string): string {
  if (countDays(now, at, timeZone) !== 0) return `on ${formatDayName(at, now, timeZone)}`
  return Number(hourFormatIn(timeZone).format(at)) >= eveningHour ? 'tonight' : 'today'
}

/** How many calendar days of a zone `to` is after `from`; negative when it is before. */
function countDays(from: number, to: number, timeZone: string): number {
  // Formatting a day is slow, and a show that is on the air asks for its own day.
  if (from === to) return 0
  const [first, last] = [from, to].map((at) => Date.parse(`${toCalendarDay(at, timeZone)}T00:00:00Z`))
  return Math.round(((last ?? 0) - (first ?? 0)) / dayMs)
}
