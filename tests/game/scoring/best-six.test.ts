import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeShareOfBest, findBestOrder, findBestSix } from '#app/game/scoring/best-six.ts'
import type { Entry } from '#app/game/season/contest.ts'
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

type Priced = Pick<Entry, 'id' | 'priceTenths'>

/** The score of the best of all choices within the budget, by counting them; null when none fits. */
function findBestByCounting(all: readonly Priced[], earned: readonly number[], rules: typeof contest) {
  let best: number | null = null
  for (let chosen = 0; chosen < 1 << all.length; chosen += 1) {
    const six = all.filter((_, index) => chosen & (1 << index))
    const price = six.reduce((sum, entry) => sum + entry.priceTenths, 0)
    if (six.length !== rules.teamSize || price > rules.budgetTenths) continue
    const byPoints = six.map(({ id }) => earned[id - 1] ?? 0).sort((a, b) => b - a)
    const byShare = [...rules.lineupPercentages].sort((a, b) => b - a)
    const score = byPoints.reduce((sum, each, place) => sum + each * (byShare[place] ?? 0), 0)
    best = Math.max(best ?? 0, score)
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
    expect(best?.scoreHundredths).toBe(findBestByCounting(entries, earned, contest))
    expect(new Set(best?.entryIds).size).toBe(6)
  })

  test('earn as much as the best of all choices in any contest, and keep to its budget', () => {
    const country = fc.record({ priceTenths: fc.integer({ min: 1, max: 60 }), earned: fc.nat(500) })
    const madeContests = fc.record({
      countries: fc.array(country, { minLength: 5, maxLength: 8 }),
      teamSize: fc.integer({ min: 2, max: 5 }),
      budgetTenths: fc.integer({ min: 20, max: 120 }),
      lineupPercentages: fc.shuffledSubarray([100, 85, 70, 40, 20], { minLength: 5 }),
    })
    fc.assert(
      fc.property(madeContests, ({ countries, ...rules }) => {
        const made = {
          ...contest,
          ...rules,
          lineupPercentages: rules.lineupPercentages.slice(0, rules.teamSize),
        }
        const all = countries.map(({ priceTenths }, index) => ({ id: index + 1, priceTenths }))
        const earned = countries.map((each) => each.earned)
        const best = findBestSix(all, points(earned), made)
        expect(best?.scoreHundredths ?? null).toBe(findBestByCounting(all, earned, made))
        const prices = best?.entryIds.map((id) => all[id - 1]?.priceTenths ?? Number.NaN) ?? []
        expect(prices.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(made.budgetTenths)
        expect(new Set(best?.entryIds ?? []).size).toBe(best ? made.teamSize : 0)
      }),
      { numRuns: 1000 },
    )
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
