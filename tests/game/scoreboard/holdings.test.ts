import { describe, expect, test } from 'vitest'
import { seededRandom, shuffle } from '#app/demo/random.server.ts'
import { findNeededPoints, findRankWith, groupHoldings } from '#app/game/scoreboard/holdings.ts'

const percentages = [100, 85, 70]
const country = 7

interface Team {
  totalHundredths: number
  lineup: readonly number[]
}

/** A team with the country at a position (0-based), or without it. */
const team = (totalHundredths: number, position?: number): Team => ({
  totalHundredths,
  lineup: [1, 2, 3].map((entry, at) => (at === position ? country : entry)),
})

function percentOf({ lineup }: Team, entry = country): number {
  return percentages[lineup.indexOf(entry)] ?? 0
}

/** The league of these teams, the first of which is the own one. */
function createLeague(teams: readonly Team[]) {
  const order = teams.map((_, at) => at).sort((a, b) => totalOf(teams[b]) - totalOf(teams[a]) || a - b)
  const table = {
    order: Int32Array.from(order),
    totals: Int32Array.from(order.map((at) => totalOf(teams[at]))),
  }
  const lineups = Uint8Array.from(teams.flatMap(({ lineup }) => lineup))
  const holdings = groupHoldings({ table, lineups, size: 3, entryCount: 9 })
  const [first] = teams
  const holderOf = (entry: number) => ({
    totalHundredths: totalOf(first),
    percent: first ? percentOf(first, entry) : 0,
  })
  return {
    findNeeded: (entry = country) => findNeededPoints(holdings, holderOf(entry), { entry, percentages }),
    findRank: (points: number, entry = country) =>
      findRankWith(holdings, holderOf(entry), { entry, percentages, points }),
  }
}

const totalOf = (each: Team | undefined) => each?.totalHundredths ?? 0

describe('the points that a country needs for a first place', () => {
  const own = team(10_000, 0)

  test.each([
    ['24 for a team without it that is 23.3 ahead', [team(12_330)], 24],
    ['exactly as many as bring the team level', [team(12_400)], 24],
    ['more where those above have it further down', [team(11_000, 2)], 34],
    ['those for the team that takes most', [team(12_330), team(11_000, 1), team(10_500)], 67],
    ['one at least', [team(10_001)], 1],
  ])('are %s', (_, above, points) => {
    expect(createLeague([own, ...above]).findNeeded()).toBe(points)
  })

  test('do not exist where a team above gains as much, or without one', () => {
    expect(createLeague([own, team(10_100), team(11_000, 0)]).findNeeded()).toBeNull()
    expect(createLeague([team(10_000, 2), team(11_000, 1)]).findNeeded()).toBeNull()
    expect(createLeague([own, team(10_000, 0), team(9_000)]).findNeeded()).toBeNull()
  })

  test('are told only if no team further down gains more by them', () => {
    const ahead = team(11_000)
    expect(createLeague([team(10_000, 1), ahead, team(9_900, 0)]).findNeeded()).toBeNull()
    expect(createLeague([team(10_000, 1), ahead, team(9_000, 0)]).findNeeded()).toBe(12)
  })

  test('bring the first place, and one point fewer does not', () => {
    const league = createLeague([own, team(12_330), team(11_000, 1), team(10_500, 2), team(9_000)])
    const points = league.findNeeded() ?? 0
    expect(league.findRank(points)).toBe(1)
    expect(league.findRank(points - 1)).toBe(2)
  })
})

test('points and ranks are those of comparing the teams one by one', () => {
  const random = seededRandom(12)
  const upTo = (count: number) => Math.floor(random() * count)
  for (let n = 0; n < 300; n++) {
    const teams = Array.from({ length: 1 + upTo(12) }, () => {
      const lineup = shuffle(random, [1, 2, 3, 4, 5, 6, 7, 8, 9]).slice(0, 3)
      const isLate = upTo(8) === 0
      return { totalHundredths: upTo(40) * 500, lineup: isLate ? [0, 0, 0] : lineup }
    })
    const [own] = teams
    if (!own) throw new Error('A league without a team')
    const league = createLeague(teams)
    for (let entry = 1; entry <= 9; entry++) {
      const gained = (each: Team, points: number) => each.totalHundredths + points * percentOf(each, entry)
      const rankWith = (points: number) =>
        1 + teams.filter((each) => gained(each, points) > gained(own, points)).length
      for (const points of [0, 1, 50, 300]) expect(league.findRank(points, entry)).toBe(rankWith(points))
      const tried = Array.from({ length: 2_000 }, (_, at) => at).find((points) => rankWith(points) === 1)
      expect(league.findNeeded(entry)).toBe(tried === 0 ? null : (tried ?? null))
    }
  }
})
