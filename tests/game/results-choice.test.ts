import { expect, test } from 'vitest'
import {
  findRevealedRound,
  formatResultsChoice,
  hidesAll,
  parseResultsChoice,
  revealRound,
  showsAll,
} from '#app/game/results-choice.ts'

const second = { kind: 'hide', year: 2025, roundNumber: 2 } as const

test.each([
  [{ kind: 'none' }, 2025, Number.POSITIVE_INFINITY],
  [showsAll, 2025, Number.POSITIVE_INFINITY],
  [hidesAll, 2025, 0],
  [second, 2025, 2],
  [second, 2026, 0],
] as const)('%j shows the season of %i up to round %d', (choice, year, roundNumber) => {
  expect(findRevealedRound(choice, year)).toBe(roundNumber)
})

test('revealing a round is kept, unless results are shown anyway', () => {
  const round = { year: 2025, roundNumber: 2, title: 'Second semi-final' }
  expect(revealRound(hidesAll, round)).toEqual(second)
  expect(revealRound(showsAll, round)).toEqual(showsAll)
})

test.each([hidesAll, second])('the cookie of %j is read as it was written', (choice) => {
  expect(parseResultsChoice(formatResultsChoice(choice))).toEqual(choice)
})

test('a cookie that hides, but cannot be read, hides all; without one, nothing was chosen', () => {
  for (const text of ['hide.', 'hide.2025.99', 'hide.x.1', `hide${'x'.repeat(9000)}`])
    expect(parseResultsChoice(text)).toEqual(hidesAll)
  for (const text of [undefined, '', 'show', 'HIDE'])
    expect(parseResultsChoice(text)).toEqual({ kind: 'none' })
})
