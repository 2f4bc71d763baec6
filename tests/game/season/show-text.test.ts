import { describe, expect, test } from 'vitest'
import type { EntryInShow } from '#app/game/season/show-state.ts'
import { toShowStateView } from '#app/game/season/show-text.ts'
import { contest } from '../sample-contest.ts'

const at = (text: string) => Date.parse(text)
const [tuesday, thursday, saturday] = [13, 15, 17].map((day) => at(`2025-05-${day}T19:00:00Z`))
const rounds = contest.rounds.map((round, index) => ({
  ...round,
  deadlineAt: [tuesday, thursday, saturday][index] ?? 0,
}))
const zurich = 'Europe/Zurich'

/** The words of a country in the show of Thursday. */
function describeOn(show: EntryInShow, now: string, timeZone = zurich): string {
  return toShowStateView(
    show,
    { deadlineAt: thursday ?? 0 },
    { rounds, now: at(now), timeZone, hidden: null },
  ).text
}

const waiting = (runningOrder: number | null, isCertain = true) =>
  ({ state: 'waiting', runningOrder, isCertain }) as const

describe('who sings on Thursday at 21:00', () => {
  test.each([
    ['2025-03-01T12:00:00Z', zurich, 'Sings 3rd on May 15'],
    ['2025-05-08T21:59:00Z', zurich, 'Sings 3rd on May 15'],
    ['2025-05-08T22:00:00Z', zurich, 'Sings 3rd on Thursday'],
    ['2025-05-14T21:59:00Z', zurich, 'Sings 3rd on Thursday'],
    ['2025-05-14T22:00:00Z', zurich, 'Sings 3rd tonight'],
    ['2025-05-15T18:59:59Z', zurich, 'Sings 3rd tonight'],
    // On the air, also past midnight.
    ['2025-05-15T21:00:00Z', zurich, 'Sings 3rd tonight'],
    ['2025-05-15T22:59:59Z', zurich, 'Sings 3rd tonight'],
    ['2025-05-15T23:00:00Z', zurich, 'Waiting for the results'],
    ['2025-05-16T12:00:00Z', zurich, 'Waiting for the results'],
    // 05:00 on Friday in Sydney, 15:00 on Thursday in New York, 22:00 in Helsinki.
    ['2025-05-14T12:00:00Z', 'Australia/Sydney', 'Sings 3rd on Friday'],
    ['2025-05-15T18:00:00Z', 'Australia/Sydney', 'Sings 3rd today'],
    ['2025-05-15T12:00:00Z', 'America/New_York', 'Sings 3rd today'],
    ['2025-05-15T12:00:00Z', 'Europe/Helsinki', 'Sings 3rd tonight'],
    ['2025-05-15T21:30:00Z', 'Europe/Helsinki', 'Sings 3rd tonight'],
  ])('reads at %s in %s: %s', (now, timeZone, text) => {
    expect(describeOn(waiting(3), now, timeZone)).toBe(text)
  })

  test('without a place reads the day alone', () => {
    expect(describeOn(waiting(null), '2025-05-15T12:00:00Z')).toBe('Sings tonight')
    expect(describeOn(waiting(null), '2025-05-13T12:00:00Z')).toBe('Sings on Thursday')
  })

  test('is not said to sing while its semi-final is open', () => {
    expect(describeOn(waiting(null, false), '2025-05-13T12:00:00Z')).toBe('Not through yet')
    expect(describeOn(waiting(null, false), '2025-05-16T12:00:00Z')).toBe('Not through yet')
  })
})

describe('who does not wait to sing', () => {
  test.each<[EntryInShow, string]>([
    [{ state: 'absent', because: 'pre-qualified' }, 'Already in the final'],
    [{ state: 'absent', because: 'through' }, 'Through'],
    [{ state: 'absent', because: 'other-semi-final', semiFinal: 1 }, 'Tuesday'],
    [{ state: 'absent', because: 'other-semi-final', semiFinal: 2 }, 'Thursday'],
    [{ state: 'absent', because: 'other-semi-final', semiFinal: 9 }, 'Not in this show'],
    [{ state: 'sung', runningOrder: 22, isOnStage: false }, 'Sung'],
    [{ state: 'sung', runningOrder: 9, isOnStage: false, result: { place: 1, points: 436 } }, 'Won · 436'],
    [{ state: 'sung', runningOrder: 3, isOnStage: false, result: { place: 2, points: 365 } }, '2nd · 365'],
    [{ state: 'sung', runningOrder: 3, isOnStage: true }, 'On stage now'],
    [{ state: 'through' }, 'Through'],
    [{ state: 'out', semiFinal: 1 }, 'Out'],
    [{ state: 'withdrawn' }, 'Withdrawn'],
  ])('%j reads %s', (show, text) => {
    expect(describeOn(show, '2025-05-14T12:00:00Z')).toBe(text)
  })

  test.each([
    ['2025-05-01T12:00:00Z', zurich, 'May 13'],
    ['2025-05-13T12:00:00Z', zurich, 'Tuesday'],
    ['2025-05-19T12:00:00Z', zurich, 'Tuesday'],
    ['2025-05-20T12:00:00Z', zurich, 'May 13'],
    ['2025-05-12T12:00:00Z', 'Australia/Sydney', 'Wednesday'],
  ])('but sings in the other semi-final reads at %s in %s: %s', (now, timeZone, text) => {
    expect(describeOn({ state: 'absent', because: 'other-semi-final', semiFinal: 1 }, now, timeZone)).toBe(
      text,
    )
  })
})

test('a page gets the state and its words', () => {
  const context = { rounds, now: at('2025-05-14T12:00:00Z'), timeZone: zurich, hidden: null }
  expect(toShowStateView({ state: 'out', semiFinal: 1 }, { deadlineAt: saturday ?? 0 }, context)).toEqual({
    state: 'out',
    text: 'Out',
  })
})
