import { describe, expect, test } from 'vitest'
import { describePhase, findMissedRounds, findSeasonPhase } from '#app/game/season/season-phase.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const titles = ['First semi-final', 'Second semi-final', 'Grand final']

/** Shows on the days 1, 3 and 5; the season concludes on the sixth. `computed`: how many of them. */
function season(computed: number) {
  return {
    concludedAt: 6 * day,
    rounds: titles.map((title, index) => ({
      roundNumber: index + 1,
      title,
      deadlineAt: (2 * index + 1) * day,
      computedAt: index < computed ? (2 * index + 1) * day + hour : null,
    })),
  }
}

describe('the phase of a season', () => {
  test.each([
    ['before the first deadline', day - 1, 0, 'before', null, 'First semi-final'],
    ['at the first deadline', day, 0, 'on-air', 'First semi-final', 'Second semi-final'],
    [
      'in the last minute of four hours',
      day + 4 * hour - 1,
      0,
      'on-air',
      'First semi-final',
      'Second semi-final',
    ],
    ['four hours after the deadline', day + 4 * hour, 0, 'waiting', 'First semi-final', 'Second semi-final'],
    ['computed within the four hours', day + 2 * hour, 1, 'open', 'First semi-final', 'Second semi-final'],
    ['between two shows', 2 * day, 1, 'open', 'First semi-final', 'Second semi-final'],
    ['with the second show on the air', 3 * day, 1, 'on-air', 'Second semi-final', 'Grand final'],
    ['before the final, nothing computed', 5 * day - 1, 0, 'waiting', 'Second semi-final', 'Grand final'],
    ['with the final on the air', 5 * day, 2, 'on-air', 'Grand final', undefined],
    ['after the final', 5 * day + 5 * hour, 2, 'waiting', 'Grand final', undefined],
    ['after the final was computed', 5 * day + hour, 3, 'results-in', 'Grand final', undefined],
    ['at the concluding instant', 6 * day, 3, 'concluded', 'Grand final', undefined],
    ['at the concluding instant, not computed', 6 * day, 2, 'concluded', 'Grand final', undefined],
  ])('%s', (_, now, computed, name, last, next) => {
    const phase = findSeasonPhase(season(computed), now)
    expect([phase.name, phase.last?.title ?? null, phase.next?.title]).toEqual([name, last, next])
  })

  test('a round that is open again counts as open, computed or not', () => {
    expect(findSeasonPhase(season(1), 0)).toMatchObject({ name: 'before', last: undefined })
  })

  test('without rounds nothing has begun', () => {
    expect(findSeasonPhase({ rounds: [], concludedAt: day }, 0)).toEqual({
      name: 'before',
      last: undefined,
      next: undefined,
    })
  })

  test.each([
    [0, 0, null],
    [day, 0, null],
    [2 * day, 0, "The first semi-final's results are not out yet."],
    [2 * day, 1, "The first semi-final's results are out."],
    [5 * day, 2, null],
    [5 * day + hour, 3, "The grand final's results are out."],
    [6 * day, 3, null],
  ])('at %i ms with %i rounds computed it reads %j', (now, computed, words) => {
    expect(describePhase(findSeasonPhase(season(computed), now))).toBe(words)
  })
})

describe('who joins late', () => {
  test.each([
    ['before the first show', day - 1, null],
    [
      'after the first',
      day,
      { text: 'You missed the first semi-final, so you have no points from there.', lastMissedRound: 1 },
    ],
    [
      'after the second',
      3 * day,
      {
        text: 'You missed the first semi-final and the second semi-final, so you have no points from there.',
        lastMissedRound: 2,
      },
    ],
    ['after the last deadline', 5 * day, null],
  ])('%s', (_, now, expected) => {
    expect(findMissedRounds(season(0).rounds, now)).toEqual(expected)
  })
})
