import { describe, expect, test } from 'vitest'
import { seededRandom, shuffle } from '#app/demo/random.server.ts'
import { computeScoreboard } from '#app/game/scoreboard/compute.ts'
import { findPointsForPlace, findTotalsForPlace, listTopTotals } from '#app/game/scoreboard/top-totals.ts'

const percentages = [100, 85, 70]
const entryCount = 5
const maxPoints = 200

interface Team {
  /** The entries by position (1-based); none for a team that joined after the round. */
  lineup: readonly number[]
}

/** All teams of a season of one round; the points of its countries are in joining order. */
function createSeason(teams: readonly Team[], points: readonly number[], places: number) {
  const lineups = Uint8Array.from(teams.flatMap(({ lineup }) => lineup))
  const { rounds, order } = computeScoreboard({
    teamCount: teams.length,
    percentages,
    rounds: [{ roundNumber: 1, lineups, points }],
  })
  const size = percentages.length
  const top = listTopTotals({ rounds, order, teamCount: teams.length, lineups, size, entryCount, places })
  const percentOf = ({ lineup }: Team, entry: number) => percentages[lineup.indexOf(entry)] ?? 0
  const totalOf = ({ lineup }: Team, more: { entry: number; points: number }) =>
    lineup.reduce((sum, entry, at) => {
      const earned = (points[entry - 1] ?? 0) + (entry === more.entry ? more.points : 0)
      return sum + earned * (percentages[at] ?? 0)
    }, 0)
  const totalsFor = (entry: number, place: number) =>
    findTotalsForPlace(top, { entry, percentages, place, maxPoints })
  return {
    totalOf,
    totalsFor,
    findPoints: (team: Team, entry: number, place: number) =>
      findPointsForPlace(totalsFor(entry, place), {
        totalHundredths: totalOf(team, { entry, points: 0 }),
        percent: percentOf(team, entry),
      }),
    findRank(team: Team, more: { entry: number; points: number }) {
      const own = totalOf(team, more)
      return 1 + teams.filter((each) => totalOf(each, more) > own).length
    },
  }
}

describe('the points that a country needs for a place among all teams', () => {
  const own = { lineup: [1, 2, 3] }
  const others = [{ lineup: [4, 2, 3] }, { lineup: [4, 3, 2] }, { lineup: [5, 4, 3] }]
  // Own 0; the others 100, 100 and 85 points.
  const season = createSeason([own, ...others], [0, 0, 0, 100, 0], 3)

  test('are those that bring level with it', () => {
    expect(season.findPoints(own, 1, 1)).toBe(100)
    expect(season.findPoints(own, 1, 3)).toBe(85)
  })

  test('do not exist where no number up to the highest does it', () => {
    expect(season.findPoints(own, 4, 1)).toBeNull()
    expect(createSeason([own, ...others], [0, 0, 0, 201, 0], 3).findPoints(own, 1, 1)).toBeNull()
  })

  test('are one at least', () => {
    expect(createSeason([own, ...others], [0, 0, 0, 0, 0], 3).findPoints(own, 1, 1)).toBe(1)
  })
})

test('points for a place are those of ranking all teams with each number of points', () => {
  const random = seededRandom(7)
  const upTo = (count: number) => Math.floor(random() * count)
  for (let n = 0; n < 60; n++) {
    const places = 1 + upTo(6)
    const teams = Array.from({ length: places + upTo(30) }, () => ({
      lineup: upTo(8) === 0 ? [0, 0, 0] : shuffle(random, [1, 2, 3, 4, 5]).slice(0, 3),
    }))
    const points = Array.from({ length: entryCount }, () => upTo(12) * 10)
    const season = createSeason(teams, points, places)
    for (const team of teams.slice(0, 5))
      for (const entry of [1, 2, 3, 4, 5])
        for (const place of new Set([1, places])) {
          const tried = Array.from({ length: maxPoints }, (_, at) => at + 1).find(
            (each) => season.findRank(team, { entry, points: each }) <= place,
          )
          expect(season.findPoints(team, entry, place)).toBe(tried ?? null)
        }
  }
})
