import { expect, test } from 'vitest'
import { computeScoreboard } from '#app/game/scoreboard/compute.ts'
import { listPlaces } from '#app/game/scoreboard/league-places.ts'

/** Four teams with one country each: the points of the countries 1 to 4 are those of the teams 0 to 3. */
const lineups = Uint8Array.of(1, 2, 3, 4)
const { rounds } = computeScoreboard({
  teamCount: 4,
  percentages: [100],
  rounds: [
    { roundNumber: 1, lineups, points: [50, 0, 50, 99] },
    { roundNumber: 2, lineups, points: [0, 80, 10, 99] },
  ],
})

test('places are by the total after each round among the members, and equal ones share theirs', () => {
  const places = listPlaces(rounds, Int32Array.of(0, 1, 2), [1, 2, 0])
  expect(places.map((each) => each.map(({ place }) => place))).toEqual([
    [3, 1],
    [1, 2],
    [1, 3],
  ])
})

test('the lines have a row of their own at each round, those that share a place in the order of the teams', () => {
  const rows = listPlaces(rounds, Int32Array.of(0, 1, 2), [1, 2, 0]).map((each) => each.map(({ row }) => row))
  expect(rows).toEqual([
    [2, 0],
    [0, 1],
    [1, 2],
  ])
})

test('who is not drawn counts for the places, but has no row', () => {
  const places = listPlaces(rounds, Int32Array.of(0, 1, 2, 3), [1, 0])
  expect(places).toEqual([
    [
      { place: 4, row: 1 },
      { place: 2, row: 0 },
    ],
    [
      { place: 2, row: 0 },
      { place: 4, row: 1 },
    ],
  ])
})
