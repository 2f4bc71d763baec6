import { describe, expect, test } from 'vitest'
import { findNeededPoints, findPercent, findRankWith } from '#app/game/scoreboard/chances.ts'

const team = (totalHundredths: number, percent: number) => ({ totalHundredths, percent })

describe('the points that a country needs for a first place', () => {
  const own = team(10_000, 100)

  test.each([
    ['24 for a team without it that is 23.3 ahead', [team(12_330, 0)], 24],
    ['exactly as many as bring the team level', [team(12_400, 0)], 24],
    ['more where those above have it further down', [team(11_000, 50)], 20],
    ['those for the team that takes most', [team(12_330, 0), team(11_000, 85), team(10_500, 0)], 67],
    ['one at least', [team(10_001, 0)], 1],
  ])('are %s', (_, above, points) => {
    expect(findNeededPoints(own, above)).toBe(points)
  })

  test('do not exist where a team above gains as much, or without one', () => {
    expect(findNeededPoints(own, [team(10_100, 0), team(11_000, 100)])).toBeNull()
    expect(findNeededPoints(team(10_000, 50), [team(11_000, 85)])).toBeNull()
    expect(findNeededPoints(own, [])).toBeNull()
  })

  test('bring the first place, and one point fewer does not', () => {
    const others = [team(12_330, 0), team(11_000, 85), team(10_500, 70), team(9_000, 0)]
    const points = findNeededPoints(own, others.slice(0, 3)) ?? 0
    expect(findRankWith(points, own, others)).toBe(1)
    expect(findRankWith(points - 1, own, others)).toBe(2)
  })
})

test('a share is that of the position where a line-up has the country', () => {
  const lineups = Uint8Array.from([7, 2, 9, 2, 9, 7])
  const shares = [100, 85, 70]
  const find = (index: number, entry: number) =>
    findPercent(lineups, { team: index, entry, percentages: shares })
  expect([find(0, 7), find(1, 7), find(0, 2), find(0, 8), find(2, 7)]).toEqual([100, 70, 85, 0, 0])
})
