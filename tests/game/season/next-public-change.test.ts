import { expect, test } from 'vitest'
import { findNextPublicChangeAt } from '#app/game/season/next-public-change.ts'
import { findNextDayAt } from '#app/game/time/instant.ts'

const at = (iso: string) => Date.parse(iso)
const final = {
  roundNumber: 3,
  title: 'Grand final',
  kind: 'final' as const,
  deadlineAt: at('2025-05-17T19:00:00Z'),
  scoresSavedAt: null,
  computedAt: null,
  settledAt: null,
  songsBegun: 0,
}
const game = { timeZone: 'Europe/Zurich', concludedAt: at('2025-05-18T07:00:00Z'), rounds: [final] }

test.each([
  ['UTC', '2025-05-10T12:00:00Z', '2025-05-11T00:00:00Z'],
  ['Europe/Zurich', '2025-05-10T12:00:00Z', '2025-05-10T22:00:00Z'],
  ['Europe/Zurich', '2025-05-10T21:59:59.999Z', '2025-05-10T22:00:00Z'],
  ['Europe/Zurich', '2025-05-10T22:00:00Z', '2025-05-11T22:00:00Z'],
  ['Europe/Zurich, a day of 23 hours', '2025-03-29T23:00:00Z', '2025-03-30T22:00:00Z'],
  ['Europe/Zurich, a day of 25 hours', '2025-10-25T22:00:00Z', '2025-10-26T23:00:00Z'],
  ['Pacific/Kiritimati', '2025-05-10T12:00:00Z', '2025-05-11T10:00:00Z'],
])('in %s the day of %s ends at %s', (zone, now, end) => {
  expect(new Date(findNextDayAt(at(now), zone.split(',')[0] ?? '')).toISOString()).toBe(
    new Date(end).toISOString(),
  )
})

test('public pages change by themselves with the day, at a deadline, and when the season ends', () => {
  const next = (now: string) => findNextPublicChangeAt(at(now), { game, isDemo: false })
  expect(next('2025-05-16T12:00:00Z')).toBe(at('2025-05-16T22:00:00Z'))
  expect(next('2025-05-17T12:00:00Z')).toBe(at('2025-05-17T19:00:00Z'))
  expect(next('2025-05-17T19:00:00Z')).toBe(at('2025-05-17T22:00:00Z'))
  expect(next('2025-05-17T23:00:00Z')).toBe(at('2025-05-18T07:00:00Z'))
  expect(next('2025-05-18T07:00:00Z')).toBe(at('2025-05-18T22:00:00Z'))
})

test('without a season with the day of UTC, in the demo with every minute', () => {
  const now = at('2025-05-17T12:00:30Z')
  expect(findNextPublicChangeAt(now, { game: undefined, isDemo: false })).toBe(at('2025-05-18T00:00:00Z'))
  expect(findNextPublicChangeAt(now, { game, isDemo: true })).toBe(at('2025-05-17T12:01:00Z'))
})
