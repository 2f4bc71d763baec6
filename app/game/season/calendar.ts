import { nameRound } from '#app/game/season/round-name.ts'
/** A round's deadline for the calendar. Instants in epoch ms. */
export interface CalendarDeadline {
  roundNumber: number
  title: string
  deadlineAt: number
  /** How often its title or deadline was corrected, and the time of the last change (system clock). */
  revision: number
  revisedAt: number
}

interface CalendarSeason {
  year: number
  deadlines: readonly CalendarDeadline[]
}

/** Lines of a calendar are folded after this many octets (RFC 5545 3.1). */
const LINE_OCTETS = 75
/** The refresh interval for subscribers, so that they get a corrected deadline on the same day. */
const REFRESH = 'PT6H'
const utf8 = new TextEncoder()
const alarmTriggers = ['-P1D', '-PT2H'] as const

/**
 * All deadlines of a game as an iCalendar stream (RFC 5545, with the properties of RFC 7986). `origin` is this site's
 * origin. Without a game the calendar is empty, so that subscriptions continue with the next one. A round keeps its UID;
 * SEQUENCE and DTSTAMP mark a change.
 */
export function renderCalendar(game: CalendarSeason | undefined, origin: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Douze//Deadlines//EN',
    'CALSCALE:GREGORIAN',
    ...formatWithLegacyName('NAME', 'X-WR-CALNAME', 'Douze deadlines'),
    ...formatWithLegacyName(
      'DESCRIPTION',
      'X-WR-CALDESC',
      'When line-ups close in Douze, the Eurovision fantasy game',
    ),
    `SOURCE;VALUE=URI:${origin}/deadlines.ics`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...(game ? game.deadlines.flatMap((deadline) => formatEvent(game, deadline, origin)) : utcTimeZone),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

/** A calendar must have a component (RFC 5545 3.6): without a game it is a time zone. */
const utcTimeZone = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]

function formatWithLegacyName(name: string, older: string, text: string): string[] {
  return [name, older].map((each) => `${each}:${escapeText(text)}`)
}

/** A deadline has no duration: the event ends when it begins and does not mark its time as busy. */
function formatEvent(
  { year, deadlines }: CalendarSeason,
  deadline: CalendarDeadline,
  origin: string,
): string[] {
  const { roundNumber, title, deadlineAt, revision, revisedAt } = deadline
  const isFirst = deadlines[0]?.roundNumber === roundNumber
  const summary = `Douze: line-ups close for the ${nameRound(title)}`
  const teamLockText = isFirst ? ' Teams are locked from then on, too.' : ''
  const description = `Last chance to set your line-up for the ${nameRound(title)} of Eurovision ${year}.${teamLockText}`
  return [
    'BEGIN:VEVENT',
    `UID:${year}-round-${roundNumber}@${new URL(origin).hostname}`,
    `DTSTAMP:${formatUtc(revisedAt)}`,
    `LAST-MODIFIED:${formatUtc(revisedAt)}`,
    `SEQUENCE:${revision}`,
    `DTSTART:${formatUtc(deadlineAt)}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${origin}/game/lineup`,
    'TRANSP:TRANSPARENT',
    ...alarmTriggers.flatMap((trigger) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `TRIGGER:${trigger}`,
      `DESCRIPTION:${escapeText(summary)}`,
      'END:VALARM',
    ]),
    'END:VEVENT',
  ]
}

/** An instant in UTC: '20250513T190000Z'. */
function formatUtc(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** Escapes text for RFC 5545 3.3.11. */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')
}

/** Folds a line into parts of at most 75 octets, never inside a character; each continuation begins with a space. */
function foldLine(line: string): string {
  const pieces = ['']
  let octets = 0
  for (const sign of line) {
    const size = utf8.encode(sign).length
    if (octets + size > LINE_OCTETS) {
      pieces.push(' ')
      octets = 1
    }
    pieces.push(`${pieces.pop() ?? ''}${sign}`)
    octets += size
  }
  return pieces.join('\r\n')
}
