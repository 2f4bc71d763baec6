import { describe, expect, test } from 'vitest'
import { computeShareOfBest, findBestOrder, findBestSix } from '#app/game/scoring/best-six.ts'
import { computePositionScores } from '#app/game/scoring/scoring.ts'
import { findBundledSeason } from '#app/services/seasons/seasons.server.ts'
import { contest, entries } from '../sample-contest.ts'

const points = (all: readonly number[]) => all.map((each, index) => ({ entryId: index + 1, points: each }))

describe('the best order', () => {
  test('has the most points at the largest share', () => {
    expect(findBestOrder(points([3, 10, 0, 7, 5, 1]), contest)).toEqual({
      entryIds: [2, 4, 5, 1, 6, 3],
      scoreHundredths: 1000 + (7 + 5) * 85 + (3 + 1 + 0) * 70,
    })
  })

  test('follows the shares where the largest is not the first', () => {
    const { entryIds } = findBestOrder(points([1, 2, 3]), { lineupPercentages: [50, 100, 75] })
    expect(entryIds).toEqual([1, 3, 2])
  })

  test('of a team without a line-up is empty', () => {
    expect(findBestOrder([], contest)).toEqual({ entryIds: [], scoreHundredths: 0 })
  })
})

/** Every choice of six of the sample's eight countries within the budget, by counting them all. */
function findBestByCounting(earned: readonly number[]): number {
  let best = 0
  for (let chosen = 0; chosen < 1 << entries.length; chosen += 1) {
    const six = entries.filter((_, index) => chosen & (1 << index))
    const price = six.reduce((sum, entry) => sum + entry.priceTenths, 0)
    if (six.length !== 6 || price > contest.budgetTenths) continue
    const sorted = six.map(({ id }) => earned[id - 1] ?? 0).sort((a, b) => b - a)
    const score = computePositionScores(sorted, contest.lineupPercentages).reduce(
      (sum, each) => sum + each,
      0,
    )
    best = Math.max(best, score)
  }
  return best
}

describe('the best six within the budget', () => {
  test.each([
    [[10, 20, 30, 40, 50, 60, 70, 80]],
    [[80, 70, 60, 50, 40, 30, 20, 10]],
    [[5, 0, 5, 0, 5, 0, 5, 500]],
    [[0, 0, 0, 0, 0, 0, 0, 1]],
  ])('earn as much as the best of all choices: %j', (earned) => {
    const best = findBestSix(entries, points(earned), contest)
    expect(best?.scoreHundredths).toBe(findBestByCounting(earned))
    expect(new Set(best?.entryIds).size).toBe(6)
  })

  test('are the cheapest among equals', () => {
    const best = findBestSix(entries, points([0, 0, 0, 0, 0, 0, 0, 0]), contest)
    const price = entries.filter(({ id }) => best?.entryIds.includes(id)).map((entry) => entry.priceTenths)
    expect(price.reduce((sum, each) => sum + each, 0)).toBe(850)
  })

  test('do not exist when no team fits the budget', () => {
    expect(findBestSix(entries, points([1]), { ...contest, budgetTenths: 800 })).toBeNull()
  })

  test('of the real final of 2025 cost at most 100 million', () => {
    const season = findBundledSeason(2025)
    if (!season) throw new Error('No season of 2025')
    const all = season.entries.map((entry, index) => ({ id: index + 1, priceTenths: entry.priceTenths }))
    const final = season.entries.map((entry, index) => ({
      entryId: index + 1,
      points: entry.result?.finalPoints ?? 0,
    }))
    const best = findBestSix(all, final, contest)
    const six = best?.entryIds.flatMap((id) => all[id - 1] ?? []) ?? []
    expect(six.reduce((sum, entry) => sum + entry.priceTenths, 0)).toBeLessThanOrEqual(1000)
    expect(six).toHaveLength(6)
  })
})

test('only the best score is 100 % of it, and none without any points', () => {
  expect(computeShareOfBest(9999, 10_000)).toBe(99)
  expect(computeShareOfBest(10_000, 10_000)).toBe(100)
  expect(computeShareOfBest(0, 0)).toBeNull()
})
