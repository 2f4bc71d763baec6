import { describe, expect, test } from 'vitest'
import { canFillTeam, computeCheapestTenths, fillTeam } from '#app/game/team/fill-team.ts'
import { computeRemainingTenths, pickEntriesByCode, type TeamRules } from '#app/game/team/team.ts'
import { findBundledSeason } from '#app/services/seasons/seasons.server.ts'
import { entries, rules, six } from '../sample-contest.ts'

const season = findBundledSeason(2025)
const real: TeamRules = {
  entries: (season?.entries ?? []).map((entry, id) => ({ ...entry, id })),
  budgetTenths: 1000,
  teamSize: 6,
}

describe("'Fill the rest for me'", () => {
  test('gives each free place the dearest country that its share of the rest pays', () => {
    const priceOf = (codes: readonly string[]) =>
      pickEntriesByCode(real.entries, codes).map((entry) => entry.priceTenths / 10)
    // 100 / 6 = 16.7, 84 / 5 = 16.8, 68 / 4 = 17, 52 / 3 = 17.3, 39 / 2 = 19.5, 20 / 1.
    expect(priceOf(fillTeam(real, []))).toEqual([16, 16, 16, 13, 19, 20])
    // 37 / 4 = 9.25, 28 / 3 = 9.3, 20 / 2 = 10, 10 / 1.
    expect(priceOf(fillTeam(real, ['SE', 'AT']))).toEqual([32, 31, 9, 8, 10, 10])
  })

  test('keeps what was picked, in its place, and is the same every time', () => {
    const filled = fillTeam(real, ['GR', 'SM'])
    expect(filled.slice(0, 2)).toEqual(['GR', 'SM'])
    expect(fillTeam(real, ['GR', 'SM'])).toEqual(filled)
  })

  test('always makes a whole team within the budget while the cheapest countries fit', () => {
    const codes = real.entries.map((entry) => entry.code)
    for (const [at, first] of codes.entries())
      for (const second of codes.slice(at + 1))
        for (const third of codes.slice(-3)) {
          const picked = [...new Set([first, second, third])]
          if (!canFillTeam(real, picked)) continue
          const filled = fillTeam(real, picked)
          expect(new Set(filled).size, picked.join()).toBe(6)
          expect(computeRemainingTenths(real, filled), picked.join()).toBeGreaterThanOrEqual(0)
        }
  })

  test('changes nothing when the team is full, over budget, or has too little left', () => {
    expect(fillTeam(rules, six)).toBe(six)
    const dear = ['HU', 'FR', 'EE']
    expect(computeCheapestTenths(rules, dear)).toBe(50 + 100 + 150)
    expect(fillTeam(rules, dear)).toBe(dear)
    const over = ['HU', 'FR', 'EE', 'DK', 'BE']
    expect(fillTeam(rules, over)).toBe(over)
  })

  test('takes what is just enough', () => {
    const just = { entries, budgetTenths: 455 + 50 + 100 + 150 + 150 + 200, teamSize: 6 }
    expect(fillTeam(just, ['HU'])).toHaveLength(6)
    expect(canFillTeam({ ...just, budgetTenths: just.budgetTenths - 1 }, ['HU'])).toBe(false)
  })
})
