import { describe, expect, test } from 'vitest'
import {
  arePointsValid,
  computePositionScores,
  computeRealPoints,
  toPoints,
} from '#app/game/scoring/scoring.ts'
import { listRealPoints } from '#app/game/season/season-file.ts'
import { findBundledSeason } from '#app/services/seasons/seasons.server.ts'
import reference from '#tests/golden/reference-scores.json' with { type: 'json' }
import { computeLineupScore } from '#tests/support/reference-scores.ts'

const rounds = ['1', '2', '3'] as const
const shares = reference.sharesPercent

describe('the reference scores come out exactly', () => {
  test.each(reference.lineups)('$note', ({ points, scoreHundredths }) => {
    const scores = rounds.map((round) => computeLineupScore(points[round], shares))
    expect(scores).toEqual(rounds.map((round) => scoreHundredths[round]))
    expect(scores.reduce((sum, score) => sum + score)).toBe(scoreHundredths.total)
  })
})

test('positions add up to the score, in whole hundredths', () => {
  const points = [231, 256, 321, 356, 357, 436]
  const positions = computePositionScores(points, shares)
  expect(positions).toEqual([23100, 21760, 27285, 24920, 24990, 30520])
  expect(positions.every(Number.isInteger)).toBe(true)
  expect(positions.reduce((sum, score) => sum + score)).toBe(computeLineupScore(points, shares))
})

test('the greatest points in every position are still exact', () => {
  expect(computeLineupScore(Array(6).fill(9999), shares)).toBe(9999 * 480)
})

test('a position without a country earns nothing', () => {
  expect(computePositionScores([], shares)).toEqual([0, 0, 0, 0, 0, 0])
})

test.each([
  [37060, 370.6],
  [127985, 1279.85],
  [0, 0],
  [5000, 50],
])('%i hundredths are %d points', (hundredths, points) => {
  expect(toPoints(hundredths)).toBe(points)
})

test.each([
  [0, true],
  [9999, true],
  [10000, false],
  [-1, false],
  [0.5, false],
  [Number.NaN, false],
])('an admin may enter %d: %s', (points, isAllowed) => {
  expect(arePointsValid(points)).toBe(isAllowed)
})

describe('real points', () => {
  const second = { roundNumber: 2, kind: 'semi-final' as const }
  const final = { roundNumber: 3, kind: 'final' as const }
  test.each([
    [
      'a qualifier in its own semi-final',
      { semiFinal: 2, result: { qualified: true, finalPoints: 1 } },
      second,
      50,
    ],
    [
      'a qualifier of the other semi-final',
      { semiFinal: 1, result: { qualified: true, finalPoints: 1 } },
      second,
      0,
    ],
    ['who did not qualify', { semiFinal: 2, result: { qualified: false, finalPoints: null } }, second, 0],
    ['the pre-qualified', { semiFinal: null, result: { qualified: true, finalPoints: 88 } }, second, 0],
    ['a finalist', { semiFinal: 1, result: { qualified: true, finalPoints: 436 } }, final, 436],
    ['who missed the final', { semiFinal: 1, result: { qualified: false, finalPoints: null } }, final, 0],
  ])('%s', (_, entry, round, points) => {
    expect(computeRealPoints(entry, round)).toBe(points)
  })

  test('the season file gives the reference points of 2025', () => {
    const season = findBundledSeason(2025)
    expect(season).toBeDefined()
    for (const round of rounds) {
      const scores = season ? [...listRealPoints(season, Number(round))] : []
      const byCode = Object.fromEntries(scores.map(([code, points]) => [code.toLowerCase(), points]))
      expect(byCode).toEqual(reference.rawPoints[round])
    }
  })
})
