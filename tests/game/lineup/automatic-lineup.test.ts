import { describe, expect, test } from 'vitest'
import { buildAutomaticOrder, listAbsentEntries, resolveLineups } from '#app/game/lineup/automatic-lineup.ts'

const rounds = [
  { roundNumber: 1, kind: 'semi-final' as const, settledAt: 9 },
  { roundNumber: 2, kind: 'semi-final' as const, settledAt: null },
  { roundNumber: 3, kind: 'final' as const, settledAt: null },
]
// 1 and 2 are in the first semi-final, 3 and 4 in the second, 5 is pre-qualified.
const entries = [1, 1, 2, 2, null].map((semiFinal, index) => ({ id: index + 1, semiFinal }))
const season = { rounds, entries }
const through = (roundNumber: number, ids: readonly number[]) => ({
  roundNumber,
  scores: entries.map(({ id }) => ({ entryId: id, points: ids.includes(id) ? 50 : 0 })),
})
const [first, second, final] = rounds

describe('absent entries', () => {
  test.each([
    ['in the first semi-final', first, [], [3, 4, 5]],
    ['in the second, whatever is official', second, [through(1, [1])], [1, 2, 5]],
    ['in the final, while nothing is official', final, [], []],
    ['in the final, after the first', final, [through(1, [1])], [2]],
    ['in the final, after both', final, [through(1, [1]), through(2, [4])], [2, 3]],
    [
      'in the final, when a country is missing among the points',
      final,
      [{ roundNumber: 1, scores: [] }],
      [1, 2],
    ],
  ])('%s', (_, round, official, absent) => {
    if (!round) throw new Error('There is no round')
    expect([...listAbsentEntries(season, round, official)]).toEqual(absent)
  })

  test('do not depend on a semi-final that the season does not have', () => {
    const alone = { rounds: [{ roundNumber: 1, kind: 'final' as const }], entries }
    expect([...listAbsentEntries(alone, { roundNumber: 1, kind: 'final' }, [through(1, [])])]).toEqual([])
  })
})

test.each([
  [[1, 2, 3], [], [1, 2, 3]],
  [[3, 1, 2], [3], [1, 2, 3]],
  [
    [4, 3, 2, 1],
    [4, 2],
    [3, 1, 4, 2],
  ],
  [
    [1, 2],
    [1, 2],
    [1, 2],
  ],
])('%j without %j is %j', (team, absent, order) => {
  expect(buildAutomaticOrder(team, new Set(absent))).toEqual(order)
})

test('before a deadline an automatic line-up is derived; saved ones and settled rounds are unchanged', () => {
  const stored = (roundNumber: number, isAutomatic: boolean) => ({
    roundNumber,
    isAutomatic,
    entryIds: [5, 4, 3, 2, 1],
    savedAt: 1,
  })
  const of = { season, rounds, team: [1, 2, 3, 4, 5], official: [through(1, [2])], revealedRound: Infinity }
  const orders = (isAutomatic: boolean) =>
    resolveLineups(
      [1, 2, 3, 4].map((round) => stored(round, isAutomatic)),
      of,
    ).map((each) => each.entryIds.join(''))
  expect(orders(false)).toEqual(['54321', '54321', '54321', '54321'])
  expect(orders(true)).toEqual(['54321', '34125', '23451', '54321'])
})
