import { expect, test } from 'vitest'
import {
  formatDay,
  formatInstant,
  formatRemaining,
  formatZoneAbbreviation,
  isTimeZone,
  startOfDay,
  toCalendarDay,
} from '#app/game/time/instant.ts'

const final = Date.parse('2025-05-17T19:00:00Z')
const minutes = 60_000
const hours = 60 * minutes

test.each([
  ['Europe/Zurich', 'May 17, 21:00'],
  ['America/St_Johns', 'May 17, 16:30'],
  ['Pacific/Kiritimati', 'May 18, 09:00'],
  ['UTC', 'May 17, 19:00'],
])('the final begins in %s on %s', (zone, text) => {
  expect(formatInstant(final, zone)).toBe(text)
})

/** Zurich's clocks leap from 02:00 to 03:00 in March, and from 03:00 back to 02:00 in October. */
test.each([
  ['2025-03-30T00:59:00Z', 'Mar 30, 01:59', 'CET', 'Mar 29, 22:29', 'Mar 30, 14:59'],
  ['2025-03-30T01:00:00Z', 'Mar 30, 03:00', 'CEST', 'Mar 29, 22:30', 'Mar 30, 15:00'],
  ['2025-10-26T00:30:00Z', 'Oct 26, 02:30', 'CEST', 'Oct 25, 22:00', 'Oct 26, 14:30'],
  ['2025-10-26T01:30:00Z', 'Oct 26, 02:30', 'CET', 'Oct 25, 23:00', 'Oct 26, 15:30'],
])(
  '%s is %s %s in Zurich, %s in St John’s and %s on Kiritimati',
  (iso, zurich, name, stJohns, kiritimati) => {
    const at = Date.parse(iso)
    expect(formatInstant(at, 'Europe/Zurich')).toBe(zurich)
    expect(formatZoneAbbreviation(at, 'Europe/Zurich')).toBe(name)
    expect(formatInstant(at, 'America/St_Johns')).toBe(stJohns)
    expect(formatInstant(at, 'Pacific/Kiritimati')).toBe(kiritimati)
  },
)

test('midnight is 00:00, and days are not padded', () => {
  expect(formatInstant(Date.parse('2025-03-05T00:00:00Z'), 'UTC')).toBe('Mar 5, 00:00')
})

test('the host zone has the abbreviation Europeans know, in summer and in winter', () => {
  expect(formatZoneAbbreviation(final, 'Europe/Zurich')).toBe('CEST')
  expect(formatZoneAbbreviation(Date.parse('2025-01-17T19:00:00Z'), 'Europe/Zurich')).toBe('CET')
})

test('a zone is one that the clock knows', () => {
  expect(isTimeZone('Europe/Vienna')).toBe(true)
  for (const zone of ['', 'Europe/Atlantis', '../etc', 'x'.repeat(100)]) expect(isTimeZone(zone)).toBe(false)
})

test('a day belongs to its zone', () => {
  expect(toCalendarDay(Date.parse('2025-05-17T22:30:00Z'), 'Europe/Zurich')).toBe('2025-05-18')
  expect(toCalendarDay(Date.parse('2025-05-17T22:30:00Z'), 'UTC')).toBe('2025-05-17')
  expect(formatDay('2025-05-18')).toBe('May 18, 2025')
})

test.each([
  [-hours, 'closed'],
  [0, 'closed'],
  [1, 'in under a minute'],
  [minutes - 1, 'in under a minute'],
  [minutes, 'in 1 minute'],
  [59 * minutes + 59_999, 'in 59 minutes'],
  [hours, 'in 1 hour'],
  [hours + 59 * minutes, 'in 1 hour'],
  [47 * hours + 59 * minutes, 'in 47 hours'],
  [48 * hours, 'in 2 days'],
  [51 * hours, 'in 2 days'],
  [100 * 24 * hours - 1, 'in 99 days'],
])('%i ms are %j', (milliseconds, text) => {
  expect(formatRemaining(milliseconds)).toBe(text)
})

test.each([
  ['2025-05-13', 'Europe/Zurich', '2025-05-12T22:00:00Z'],
  ['2025-01-13', 'Europe/Zurich', '2025-01-12T23:00:00Z'],
  ['2025-03-30', 'Europe/Zurich', '2025-03-29T23:00:00Z'],
  ['2025-03-31', 'Europe/Zurich', '2025-03-30T22:00:00Z'],
  ['2025-10-26', 'Europe/Zurich', '2025-10-25T22:00:00Z'],
  ['2025-05-13', 'UTC', '2025-05-13T00:00:00Z'],
  ['2025-05-13', 'Pacific/Kiritimati', '2025-05-12T10:00:00Z'],
  ['2025-05-13', 'America/Los_Angeles', '2025-05-13T07:00:00Z'],
  ['2025-09-07', 'America/Santiago', '2025-09-07T04:00:00Z'],
])('%s begins in %s at %s, also where the clocks change', (day, timeZone, instant) => {
  expect(new Date(startOfDay(day, timeZone)).toISOString()).toBe(instant.replace('Z', '.000Z'))
})
