import { describe, expect, test } from 'vitest'
import { findFinalVote, findJuries } from '#app/game/scoring/final-vote.ts'

type Points = Record<number, number>
const toMap = (points: Points) =>
  new Map(Object.entries(points).map(([entryId, each]) => [Number(entryId), each]))
const juries = { 1: 258, 2: 98, 3: 27, 4: 0, 5: 98 }
const all = 1000

/** `now` are the points that have changed since the juries'. */
const voteAt = (now: Points, given: Points = juries) => {
  const singers = Object.keys(given).map(Number)
  const found = findFinalVote({
    juries: toMap(given),
    now: toMap({ ...given, ...now }),
    singers,
    total: all,
  })
  return found && { complete: [...found.complete], next: found.next }
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
    expect(voteAt({ 4: 12, 5: 300, 2: 120 })).toEqual({ complete: [2, 3, 4, 5], next: 1 })
  })

  test('ends when all points are given, whoever got nothing', () => {
    const beforeLast = { 4: 200, 3: 100, 5: 150 }
    expect(voteAt({ ...beforeLast, 2: 291 })).toEqual({ complete: [2, 3, 4, 5], next: 1 })
    expect(voteAt({ ...beforeLast, 2: 292 })).toEqual({ complete: [1, 2, 3, 4, 5], next: null })
  })

  test('is not told where all had their points before all are given, or where one has less than the juries’', () => {
    expect(voteAt({ 4: 12, 1: 259 })).toBeNull()
    expect(voteAt({ 4: 12, 1: 259, 2: 97 })).toBeNull()
    expect(voteAt({ 1: 200 })).toBeNull()
  })

  test('names nobody as next where two have as many points of the juries', () => {
    expect(voteAt({}, { 1: 50, 2: 0, 3: 0 })?.next).toBeNull()
    expect(voteAt({ 1: 1000 }, { 1: 50 })).toEqual({ complete: [1], next: null })
  })
})

describe('the points of the juries', () => {
  const juriesAfter = (...presses: Points[]) => {
    const found = findJuries(presses.map(toMap), 10)
    return found && Object.fromEntries(found)
  }

  test('are those of the last press in which they gave all', () => {
    expect(juriesAfter()).toBeNull()
    expect(juriesAfter({ 1: 5, 2: 4, 3: 0 })).toBeNull()
    expect(juriesAfter({ 1: 5, 2: 4, 3: 1 })).toEqual({ 1: 5, 2: 4, 3: 1 })
    expect(juriesAfter({ 1: 5, 2: 4, 3: 1 }, { 1: 6, 2: 3, 3: 1 })).toEqual({ 1: 6, 2: 3, 3: 1 })
    expect(juriesAfter({ 1: 5, 2: 4, 3: 1 }, { 1: 5, 2: 4, 3: 9 })).toEqual({ 1: 5, 2: 4, 3: 1 })
  })

  test('are corrected by a press that leaves the sum as it is, but for a country that has more of the viewers', () => {
    const first = [
      { 1: 5, 2: 4, 3: 1 },
      { 1: 5, 2: 4, 3: 9 },
    ]
    expect(juriesAfter(...first, { 1: 6, 2: 3, 3: 9 })).toEqual({ 1: 6, 2: 3, 3: 1 })
    expect(juriesAfter(...first, { 1: 6, 2: 3, 3: 9 }, { 1: 6, 2: 7, 3: 9 })).toEqual({ 1: 6, 2: 3, 3: 1 })
  })

  test('stay as they are when points of the viewers move from a wrong country to the right one', () => {
    const first = [
      { 1: 5, 2: 4, 3: 1 },
      { 1: 5, 2: 4, 3: 9 },
    ]
    expect(juriesAfter(...first, { 1: 13, 2: 4, 3: 1 })).toEqual({ 1: 5, 2: 4, 3: 1 })
    expect(juriesAfter(...first, { 1: 6, 2: 4, 3: 8 })).toEqual({ 1: 5, 2: 4, 3: 1 })
  })
})
