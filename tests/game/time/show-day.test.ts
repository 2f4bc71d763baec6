import { expect, test } from 'vitest'
import { formatDayName, formatShowTime } from '#app/game/time/show-day.ts'

const at = (text: string) => Date.parse(text)

// The clock changes in Zurich in the night to March 30: that day has 23 hours.
test.each([
  ['2025-03-30T19:00:00Z', '2025-03-30T00:30:00Z', 'tonight'],
  ['2025-03-31T10:00:00Z', '2025-03-30T21:59:00Z', 'on Monday'],
  ['2025-03-31T10:00:00Z', '2025-03-30T22:00:00Z', 'today'],
  ['2025-03-31T14:59:00Z', '2025-03-31T08:00:00Z', 'today'],
  ['2025-03-31T15:00:00Z', '2025-03-31T08:00:00Z', 'tonight'],
  ['2025-04-05T19:00:00Z', '2025-03-29T23:30:00Z', 'on Saturday'],
  ['2025-04-05T19:00:00Z', '2025-03-29T22:30:00Z', 'on Apr 5'],
  ['2025-04-05T19:00:00Z', '2024-04-05T19:00:00Z', 'on Apr 5'],
])('a show at %s, seen at %s, is %s in Zurich', (show, now, text) => {
  expect(formatShowTime(at(show), at(now), 'Europe/Zurich')).toBe(text)
})

test('a day before or after has the name of its weekday for six days', () => {
  const show = at('2025-05-15T19:00:00Z')
  const names = [8, 9, 14, 15, 16, 21, 22].map((day) =>
    formatDayName(show, at(`2025-05-${String(day).padStart(2, '0')}T12:00:00Z`), 'Europe/Zurich'),
  )
  const thursday = 'Thursday'
  expect(names).toEqual(['May 15', thursday, thursday, thursday, thursday, thursday, 'May 15'])
})
