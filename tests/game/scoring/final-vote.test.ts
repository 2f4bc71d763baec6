import { describe, expect, test } from 'vitest'
import { findFinalVote } from '#app/game/scoring/final-vote.ts'

const scores = (points: Record<number, number>) =>
  Object.entries(points).map(([entryId, each]) => ({ entryId: Number(entryId), points: each }))
const juries = { 1: 258, 2: 98, 3: 27, 4: 0, 5: 98 }
const voteAt = (now: Record<number, number>, given: Record<number, number> = juries) => {
  const singers = Object.keys(given).map(Number)
  const { complete, next } = findFinalVote({
    juries: scores(given),
    now: scores({ ...given, ...now }),
    singers,
  })
  return { complete: [...complete], next }
}

describe('the vote of a final', () => {
  test('begins with the last place of the juries', () => {
    expect(voteAt({})).toEqual({ complete: [], next: 4 })
  })

  test('goes up from there, country by country', () => {
    expect(voteAt({ 4: 12 })).toEqual({ complete: [4], next: 3 })
    expect(voteAt({ 4: 12, 3: 40 })).toEqual({ complete: [3, 4], next: null })
    expect(voteAt({ 4: 12, 3: 40, 5: 300 }), 'nobody knows whether 2 got nothing').toEqual({
      complete: [3, 4, 5],
      next: null,
    })
    expect(voteAt({ 4: 12, 3: 40, 5: 300, 2: 99 })).toEqual({ complete: [2, 3, 4, 5], next: 1 })
  })

  test('has passed a country that got nothing from the viewers, once a later one has its points', () => {
    expect(voteAt({ 3: 40 })).toEqual({ complete: [3, 4], next: null })
    expect(voteAt({ 3: 40, 1: 300 })).toEqual({ complete: [2, 3, 4, 5, 1].toSorted(), next: null })
  })

  test('is not moved by points that were taken away', () => {
    expect(voteAt({ 1: 200 })).toEqual({ complete: [], next: 4 })
  })

  test('names nobody as next where two have as many points of the juries', () => {
    expect(voteAt({}, { 1: 50, 2: 0, 3: 0 }).next).toBeNull()
    expect(voteAt({ 1: 60 }, { 1: 50 })).toEqual({ complete: [1], next: null })
  })
})
