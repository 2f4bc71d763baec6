import { describe, expect, test } from 'vitest'
import { describeUnusual } from '#app/game/scoring/unusual-points.ts'
import { findBundledSeason } from '#app/services/seasons/seasons.server.ts'

/** What an admin is told before points are published that are not as at the end of a show (D3). */
type Points = readonly (number | null)[]

/** Points of who sings in the show, and of countries that do not. */
function describeOf(kind: 'semi-final' | 'final', singing: Points, others: Points = [], isLive = false) {
  const entries = [...singing, ...others].map((points, id) => ({ id, points, isInShow: id < singing.length }))
  const entered = entries.flatMap(({ id, points }) => (points === null ? [] : [{ entryId: id, points }]))
  return describeUnusual(entries, entered, { kind, isLive })
}

const through = (count: number, points = 50) =>
  Array.from({ length: 15 }, (_, index) => (index < count ? points : null))

describe('a semi-final', () => {
  test.each([
    [10, ''],
    [9, 'Only 9 of 10 countries are through.'],
    [11, '11 countries are through, but only 10 can be.'],
    [0, 'Only 0 of 10 countries are through.'],
  ])('with %i through: %s', (count, told) => {
    expect(describeOf('semi-final', through(count), [0])).toBe(told)
  })

  test('with other points than 50, or points of a country that sings elsewhere', () => {
    expect(describeOf('semi-final', through(10, 40))).toBe('Not every qualifier has 50 points.')
    expect(describeOf('semi-final', through(10), [50])).toBe('11 countries are through, but only 10 can be.')
  })

  test('of fewer than ten countries', () => {
    expect(describeOf('semi-final', through(7).slice(0, 7), [null, 0])).toBe('')
  })

  test('that is live has nothing to tell before there are too many', () => {
    const live = (count: number) => describeOf('semi-final', through(count), [], true)
    expect([0, 7, 10].map(live)).toEqual(['', '', ''])
    expect(live(11)).toBe('11 countries are through, but only 10 can be.')
  })
})

describe('a final', () => {
  test.each([2025, 2026])('of %i adds up to what its countries give', (year) => {
    const all = (findBundledSeason(year)?.entries ?? []).map(({ result }) => result?.finalPoints ?? null)
    const singing = all.filter((points) => points !== null)
    const others = all.filter((points) => points === null)
    expect(singing.length).toBeGreaterThan(20)
    expect(describeOf('final', singing, others)).toBe('')
    const more = [...singing.slice(1), (singing[0] ?? 0) + 14]
    const told = describeOf('final', more, others)
    expect(told).toMatch(/^The points add up to 4,\d{3} of 4,\d{3}\.$/)
    expect(describeOf('final', more, others, true)).toBe(told)
  })

  test('names who is not entered or has 0, and the sum', () => {
    expect(describeOf('final', [290, null, null])).toBe('2 countries are not entered yet.')
    expect(describeOf('final', [406, null, 0])).toBe('1 country is not entered yet.')
    expect(describeOf('final', [410, null, 0])).toBe('The points add up to 410 of 406.')
    expect(describeOf('final', [290, 0, 2])).toBe('1 country has 0 points. The points add up to 292 of 406.')
    expect(describeOf('final', [290, 1, 2])).toBe('The points add up to 293 of 406.')
    expect(describeOf('final', [406, 0], [0]), 'one may have all').toBe('')
    expect(describeOf('final', [290, null, null], [], true)).toBe('')
  })
})
