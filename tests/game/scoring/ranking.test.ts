import { describe, expect, test } from 'vitest'
import { computeMovement, computeTopPercent } from '#app/game/scoring/ranking.ts'
import { rankTeams } from '#tests/support/reference-scores.ts'

const scored = (totals: readonly number[]) =>
  totals.map((totalHundredths, index) => ({ teamId: index + 1, totalHundredths }))

describe('ranks', () => {
  test.each([
    ['nobody', [], []],
    ['one', [0], [1]],
    ['1-2-2-4', [300, 200, 200, 100], [1, 2, 2, 4]],
    ['all the same', [50, 50, 50], [1, 1, 1]],
    ['a tie at the end', [3, 2, 1, 1], [1, 2, 3, 3]],
  ])('%s', (_, totals, ranks) => {
    expect(rankTeams(scored(totals)).map((row) => row.rank)).toEqual(ranks)
  })

  test('a row tells how many share its rank', () => {
    expect(rankTeams(scored([300, 200, 200, 100])).map((row) => row.tied)).toEqual([1, 2, 2, 1])
  })

  test('inside a tie the older team stands first, whatever order they came in', () => {
    const shuffled = scored([10, 20, 20, 20, 10]).toReversed()
    expect(rankTeams(shuffled).map((row) => row.teamId)).toEqual([2, 3, 4, 1, 5])
    expect(rankTeams(shuffled).map((row) => row.position)).toEqual([1, 2, 3, 4, 5])
  })

  test('a hundredth of a point is no tie', () => {
    expect(rankTeams(scored([37060, 37061])).map((row) => row.rank)).toEqual([1, 2])
  })
})

describe('the Top n %', () => {
  test.each([
    [1, 1_000_000, 1],
    [1, 3, 34],
    [3, 3, 100],
    [10, 1000, 1],
    [11, 1000, 2],
    // The own rank is larger than the number of ranked teams.
    [12, 10, 100],
    [1, 0, 100],
  ])('rank %i of %i is the top %i', (rank, rankedTeams, percent) => {
    expect(computeTopPercent({ rank, rankedTeams })).toBe(percent)
  })
})

describe('movement since the round before', () => {
  test.each([
    ['up', 3, 10, 7],
    ['down', 10, 3, -7],
    ['the same', 5, 5, 0],
    ['no round before', 5, null, null],
    ['no rank', null, 5, null],
  ])('%s', (_, rank, previousRank, movement) => {
    expect(computeMovement({ rank, previousRank })).toBe(movement)
  })
})
