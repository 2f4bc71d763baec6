import { expect, test } from 'vitest'
import {
  findLastRound,
  findNextRound,
  hasConcluded,
  hasFinalRoundStarted,
  hasFirstRoundStarted,
  isChangeAllowed,
  isOpen,
} from '#app/game/season/round.ts'
import { contest } from '../sample-contest.ts'

const { rounds } = contest
const at = (now: number) => ({
  next: findNextRound(rounds, now)?.roundNumber,
  last: findLastRound(rounds, now)?.roundNumber,
  first: hasFirstRoundStarted(rounds, now),
  final: hasFinalRoundStarted(rounds, now),
  holder: isChangeAllowed(rounds, true, now),
  newcomer: isChangeAllowed(rounds, false, now),
})

test.each([
  [999, { next: 1, last: undefined, first: false, final: false, holder: true, newcomer: true }],
  [1000, { next: 2, last: 1, first: true, final: false, holder: false, newcomer: true }],
  [1999, { next: 2, last: 1, first: true, final: false, holder: false, newcomer: true }],
  [2000, { next: 3, last: 2, first: true, final: false, holder: false, newcomer: true }],
  [2999, { next: 3, last: 2, first: true, final: false, holder: false, newcomer: true }],
  [3000, { next: undefined, last: 3, first: true, final: true, holder: false, newcomer: false }],
])('at %i ms the season stands where the deadlines say', (now, expected) => {
  expect(at(now)).toEqual(expected)
})

test('a round is open one millisecond before its deadline and closed at it', () => {
  expect(isOpen({ deadlineAt: 1000 }, 999)).toBe(true)
  expect(isOpen({ deadlineAt: 1000 }, 1000)).toBe(false)
})

test('the season has concluded from its instant on', () => {
  expect(hasConcluded(contest, 3999)).toBe(false)
  expect(hasConcluded(contest, 4000)).toBe(true)
})

test('a game without rounds has nothing open and nothing over', () => {
  expect(findNextRound([], 0)).toBeUndefined()
  expect(hasFinalRoundStarted([], 0)).toBe(false)
})
