import { describe, expect, test } from 'vitest'
import { type CalendarDeadline, renderCalendar } from '#app/game/season/calendar.ts'
import { parseIcs, partsOf, textIn } from '#tests/support/ics.ts'

const origin = 'https://douze.example'
const deadline: CalendarDeadline = {
  roundNumber: 1,
  title: 'First semi-final',
  deadlineAt: Date.parse('2025-05-13T19:00:00Z'),
  revision: 0,
  revisedAt: Date.parse('2025-01-02T03:04:05.678Z'),
}

function eventOf(changes: Partial<CalendarDeadline> = {}) {
  const text = renderCalendar({ year: 2025, deadlines: [{ ...deadline, ...changes }] }, origin)
  const [event] = partsOf(parseIcs(text), 'VEVENT')
  if (!event) throw new Error('No event')
  return event
}

test('the calendar parser of the tests refuses invalid input', () => {
  const lines = (...all: string[]) => all.map((line) => `${line}\r\n`).join('')
  expect(parseIcs(lines('BEGIN:VCALENDAR', 'X-A;B=C:d\\, e', ' f', 'END:VCALENDAR')).properties).toEqual([
    { name: 'X-A', parameters: ';B=C', value: 'd, ef' },
  ])
  for (const wrong of [
    'BEGIN:VCALENDAR\nEND:VCALENDAR\n',
    lines('BEGIN:VCALENDAR'),
    lines('BEGIN:VCALENDAR', 'END:VEVENT'),
    lines('BEGIN:VCALENDAR', `X:${'a'.repeat(74)}`, 'END:VCALENDAR'),
    lines('BEGIN:VCALENDAR', 'no property', 'END:VCALENDAR'),
    'BEGIN:VCALENDAR\r\nEND:VCALENDAR',
  ])
    expect(() => parseIcs(wrong), wrong).toThrow()
})

test('a deadline is a transparent event at its instant in UTC, with two reminders', () => {
  const event = eventOf()
  expect(textIn(event, 'DTSTART')).toBe('20250513T190000Z')
  expect(textIn(event, 'TRANSP')).toBe('TRANSPARENT')
  expect(textIn(event, 'SUMMARY')).toBe('Douze: line-ups close for the first semi-final')
  expect(textIn(event, 'URL')).toBe('https://douze.example/game/lineup')
  const alarms = partsOf(event, 'VALARM')
  expect(alarms.map((alarm) => [textIn(alarm, 'TRIGGER'), textIn(alarm, 'ACTION')])).toEqual([
    ['-P1D', 'DISPLAY'],
    ['-PT2H', 'DISPLAY'],
  ])
})

test('a corrected deadline is the same event in a later revision', () => {
  const [before, after] = [
    eventOf(),
    eventOf({ deadlineAt: deadline.deadlineAt + 3_600_000, revision: 1, revisedAt: 1_740_000_000_000 }),
  ]
  expect(textIn(after, 'UID')).toBe(textIn(before, 'UID'))
  expect(textIn(before, 'UID')).toBe('2025-round-1@douze.example')
  expect(textIn(eventOf({ roundNumber: 2 }), 'UID')).not.toBe(textIn(before, 'UID'))
  const stamps = ['SEQUENCE', 'DTSTAMP', 'LAST-MODIFIED', 'DTSTART']
  expect(stamps.map((name) => textIn(before, name))).toEqual([
    '0',
    '20250102T030405Z',
    '20250102T030405Z',
    '20250513T190000Z',
  ])
  expect(stamps.map((name) => textIn(after, name))).toEqual([
    '1',
    '20250219T212000Z',
    '20250219T212000Z',
    '20250513T200000Z',
  ])
})

describe('any title', () => {
  test.each([
    ['commas, semicolons; and back\\slashes', 'a, b; c\\d \\n e'],
    ['a forged line', 'x\r\nEND:VEVENT\nSUMMARY:y'],
    ['signs of two, three and four octets at every place of a fold', 'é€😀'.repeat(60)],
    ['one octet before them', `a${'é€😀'.repeat(60)}`],
    ['two octets before them', `ab${'é€😀'.repeat(60)}`],
  ])('comes out whole: %s', (_, title) => {
    const expected = title.replace(/\r\n/g, '\n')
    expect(textIn(eventOf({ title }), 'SUMMARY')).toBe(`Douze: line-ups close for the ${expected}`)
  })
})

test('without a game the calendar is valid and holds no event', () => {
  const calendar = parseIcs(renderCalendar(undefined, origin))
  expect(partsOf(calendar, 'VEVENT')).toEqual([])
  expect(calendar.parts.map(({ name }) => name)).toEqual(['VTIMEZONE'])
  expect(textIn(calendar, 'VERSION')).toBe('2.0')
})
