import { expect, test } from 'vitest'
import { findNextAppearance, listShowsOf } from '#app/game/season/next-appearance.ts'

const rounds = [
  { roundNumber: 1, kind: 'semi-final' as const, deadlineAt: 1, songsBegun: 0 },
  { roundNumber: 2, kind: 'semi-final' as const, deadlineAt: 2, songsBegun: 0 },
  { roundNumber: 3, kind: 'final' as const, deadlineAt: 3, songsBegun: 0 },
]
const austria = { id: 1, semiFinal: 2, semiRunningOrder: 6 }
const belgium = { id: 2, semiFinal: 1, semiRunningOrder: null }
const france = { id: 3, semiFinal: null, semiRunningOrder: null }
const finalOrder = new Map([
  [1, 9],
  [3, 24],
])
const scored = (roundNumber: number, ...ids: number[]) => ({
  roundNumber,
  scores: [1, 2, 3].map((entryId) => ({ entryId, points: ids.includes(entryId) ? 50 : 0 })),
})
const day = ({ roundNumber }: { roundNumber: number }) => (roundNumber === 1 ? 'May 13' : 'Thu')
const texts = (...official: ReturnType<typeof scored>[]) =>
  [austria, belgium, france].map(
    (entry) => findNextAppearance({ rounds, official, finalOrder }, entry, day)?.text,
  )

test('a country sings in its semi-final, in a place of its order once that is drawn', () => {
  expect(texts()).toEqual(['Thu 6th', 'May 13', 'In the final'])
  const drawn = { ...belgium, semiRunningOrder: 1 }
  expect(findNextAppearance({ rounds, official: [], finalOrder }, drawn, day)).toEqual({
    roundNumber: 1,
    text: 'May 13, 1st',
    runningOrder: 1,
  })
})

test('an official semi-final says who is through or out', () => {
  expect(texts(scored(1, 2))).toEqual(['Thu 6th', 'Through', 'In the final'])
  expect(texts(scored(1))).toEqual(['Thu 6th', 'Out', 'In the final'])
})

test("the final's order is told once both semi-finals are official", () => {
  expect(texts(scored(1), scored(2, 1))).toEqual(['Final, sings 9th', 'Out', 'Final, sings 24th'])
})

test('an official final says its places: the running order was none', () => {
  expect(texts(scored(1), scored(2, 1), scored(3, 1))).toEqual(['Won · 50', 'Out', '2nd · 0'])
})

test('without a final and a semi-final nothing is said', () => {
  expect(findNextAppearance({ rounds: [], official: [], finalOrder }, france, day)).toBeUndefined()
})

test('the shows of a country are its semi-final, and the final once that is certain', () => {
  const shows = (...official: ReturnType<typeof scored>[]) =>
    [austria, belgium, france].map((entry) =>
      listShowsOf({ rounds, official, finalOrder }, entry).map(
        ({ roundNumber, text }) => `${roundNumber} ${text || '-'}`,
      ),
    )
  expect(shows()).toEqual([['2 sings 6th'], ['1 -'], ['3 -']])
  expect(shows(scored(1, 2))).toEqual([['2 sings 6th'], ['1 Through', '3 -'], ['3 -']])
  expect(shows(scored(1), scored(2, 1))).toEqual([['2 Through', '3 sings 9th'], ['1 Out'], ['3 sings 24th']])
  expect(shows(scored(1), scored(2, 1), scored(3, 1))[0]).toEqual(['2 Through', '3 Won · 50'])
})
