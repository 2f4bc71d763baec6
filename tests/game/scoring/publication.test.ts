import { expect, test } from 'vitest'
import { arePointsEqual, isCorrection, listEveningPresses } from '#app/game/scoring/publication.ts'

const round = (roundNumber: number, points: Record<number, number>) => ({
  roundNumber,
  scores: Object.entries(points).map(([id, earned]) => ({ entryId: Number(id), points: earned })),
})

test.each([
  ['nothing and nothing', [], [], true, false],
  ['the same in another order', [round(1, { 1: 5, 2: 7 })], [round(1, { 2: 7, 1: 5 })], true, false],
  ['0 and no points', [round(1, { 1: 5, 2: 0 })], [round(1, { 1: 5 })], true, false],
  ['other points', [round(1, { 1: 5 })], [round(1, { 1: 6 })], false, true],
  ['points of another country', [round(1, { 1: 5 })], [round(1, { 2: 5 })], false, true],
  ['the first publication', [], [round(1, { 1: 5 })], false, false],
  ['another round', [round(1, { 1: 5 })], [round(2, { 1: 5 })], false, false],
  ['a further round', [round(1, { 1: 5 })], [round(1, { 1: 5 }), round(2, {})], false, false],
  ['an earlier one', [round(2, { 1: 5 })], [round(1, {}), round(2, { 1: 5 })], false, false],
  [
    'a further round and a corrected one',
    [round(1, { 1: 5 })],
    [round(1, { 1: 4 }), round(2, {})],
    false,
    true,
  ],
])('%s: is the same, is a correction: %#', (_, inForce, wanted, isSame, corrects) => {
  expect([arePointsEqual(inForce, wanted), isCorrection(inForce, wanted)]).toEqual([isSame, corrects])
})

test('an evening’s presses are those with its round as the newest, up to the first official one', () => {
  const press = (id: number, kind: 'live' | 'official', ...roundNumbers: number[]) => ({
    id,
    kind,
    roundNumbers,
  })
  const presses = [
    press(1, 'live', 1),
    press(2, 'official', 1),
    press(3, 'live', 1, 2),
    press(4, 'live', 1, 2),
    press(5, 'official', 1, 2),
    press(6, 'official', 1, 2),
    press(7, 'live', 1, 2, 3),
  ]
  const idsOf = (roundNumber: number) => listEveningPresses(presses, roundNumber).map(({ id }) => id)
  expect([1, 2, 3].map(idsOf)).toEqual([[1, 2], [3, 4, 5], [7]])
})
