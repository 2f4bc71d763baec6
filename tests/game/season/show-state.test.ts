import { describe, expect, test } from 'vitest'
import {
  type EntryInShow,
  findEntryInShow,
  isFinalOrderPublic,
  type ShowFacts,
} from '#app/game/season/show-state.ts'

const rounds = [
  { roundNumber: 1, kind: 'semi-final' as const, songsBegun: 0 },
  { roundNumber: 2, kind: 'semi-final' as const, songsBegun: 0 },
  { roundNumber: 3, kind: 'final' as const, songsBegun: 0 },
]
const [first, second, final] = rounds
// 1 and 2 sing in the first semi-final, 3 and 4 in the second; 5 is in the final by right.
const [one, two, three, four, five] = [1, 1, 2, 2, null].map((semiFinal, index) => ({
  id: index + 1,
  semiFinal,
  semiRunningOrder: semiFinal === null ? null : 10 + index,
}))
/** A round's official points: 50 for each of these. */
const scored = (roundNumber: number, ids: readonly number[]) => ({
  roundNumber,
  scores: [1, 2, 3, 4, 5].map((entryId) => ({ entryId, points: ids.includes(entryId) ? 50 : 0 })),
})
const afterFirst = [scored(1, [1])]
const afterBoth = [...afterFirst, scored(2, [3])]
const afterFinal = [...afterBoth, scored(3, [1, 5])]
const finalOrder = new Map([
  [1, 7],
  [3, 8],
  [5, 9],
])

type Official = ShowFacts['official']
const inShow = (
  entry: typeof one,
  round: typeof first,
  official: Official,
  facts: Partial<ShowFacts> = {},
): EntryInShow => {
  if (!entry || !round) throw new Error('There is no such entry or round')
  return findEntryInShow({ rounds, official, finalOrder, ...facts }, entry, round)
}
const waiting = (runningOrder: number | null, isCertain = true): EntryInShow => ({
  state: 'waiting',
  runningOrder,
  isCertain,
})
const sung = (runningOrder: number | null, [place, points]: number[] = []): EntryInShow => ({
  state: 'sung',
  runningOrder,
  isOnStage: false,
  ...(place !== undefined && points !== undefined && { result: { place, points } }),
})
const through: EntryInShow = { state: 'through' }
const absent = (because: 'pre-qualified' | 'through'): EntryInShow => ({ state: 'absent', because })
const sings = (semiFinal: number): EntryInShow => ({
  state: 'absent',
  because: 'other-semi-final',
  semiFinal,
})
const out = (semiFinal: number): EntryInShow => ({ state: 'out', semiFinal })

describe('the state of a country', () => {
  test.each<[string, typeof one, typeof first, Official, EntryInShow]>([
    ['in its semi-final, before it is official', one, first, [], waiting(10)],
    ['in its semi-final, while only the other one is official', three, second, afterFirst, waiting(12)],
    ['that qualified, in its semi-final', one, first, afterFirst, through],
    ['that did not qualify, in its semi-final', two, first, afterFirst, out(1)],
    ['that sings in the second, in the first', three, first, [], sings(2)],
    [
      'that qualified from the second, in the first, which knew nothing of it',
      three,
      first,
      afterBoth,
      sings(2),
    ],
    ['that failed in the second, in the first, which knew nothing of it', four, first, afterBoth, sings(2)],
    ['that sings in the first, in the second', one, second, [], sings(1)],
    ['that qualified from the first, in the second', one, second, afterFirst, absent('through')],
    ['that failed in the first, in the second', two, second, afterFirst, out(1)],
    ['in the final by right, in the first', five, first, [], absent('pre-qualified')],
    ['in the final by right, in the second', five, second, afterBoth, absent('pre-qualified')],
    ['in the final, before its semi-final', one, final, [], waiting(null, false)],
    ['in the final, while its semi-final is not official', three, final, afterFirst, waiting(null, false)],
    [
      'that qualified, in the final, while the other semi-final is open',
      one,
      final,
      afterFirst,
      waiting(null),
    ],
    ['in the final by right, while a semi-final is open', five, final, afterFirst, waiting(null)],
    ['that failed, in the final', two, final, afterFirst, out(1)],
    ['that qualified, in the final, once both are official', one, final, afterBoth, waiting(7)],
    ['in the final by right, once both are official', five, final, afterBoth, waiting(9)],
    ['with points in the final', one, final, afterFinal, sung(7, [1, 50])],
    ['without points in the final', three, final, afterFinal, sung(8, [3, 0])],
    ['that failed, once the final is official', four, final, afterFinal, out(2)],
  ])('%s', (_, entry, round, official, expected) => {
    expect(inShow(entry, round, official)).toEqual(expected)
  })

  test('is known without its place, while the running order is not drawn', () => {
    const undrawn = one && { ...one, semiRunningOrder: null }
    expect(inShow(undrawn, first, [])).toEqual(waiting(null))
    expect(inShow(one, final, afterBoth, { finalOrder: new Map() })).toEqual(waiting(null))
    expect(inShow(one, final, afterFinal, { finalOrder: new Map() })).toEqual(sung(null, [1, 50]))
  })

  test('is out when its semi-final is official without it', () => {
    expect(inShow(one, first, [{ roundNumber: 1, scores: [] }])).toEqual(out(1))
  })

  test('in a final that is official before a semi-final: who has points has sung, of others nothing is known', () => {
    const official = [...afterFirst, scored(3, [3])]
    expect(inShow(three, final, official)).toEqual(sung(null, [1, 50]))
    expect(inShow(four, final, official)).toEqual(waiting(null, false))
    expect(inShow(five, final, official)).toEqual(sung(null, [2, 0]))
  })

  test('in a season of a final alone is known from the start, with its place', () => {
    const alone = { roundNumber: 1, kind: 'final' as const, songsBegun: 0 }
    expect(inShow(five, alone, [], { rounds: [alone] })).toEqual(waiting(9))
    expect(inShow(five, alone, [scored(1, [])], { rounds: [alone] })).toEqual(sung(9, [1, 0]))
  })
})

describe('the final’s running order tells who qualified: it is public', () => {
  test.each<[string, Official, boolean]>([
    ['not before the semi-finals', [], false],
    ['not after the first', afterFirst, false],
    ['not after the second alone', [scored(2, [3])], false],
    ['not by the final’s own results', [...afterFirst, scored(3, [1])], false],
    ['once both are official', afterBoth, true],
    ['after the final', afterFinal, true],
  ])('%s', (_, official, expected) => {
    expect(isFinalOrderPublic({ rounds, official })).toBe(expected)
  })

  test('and no state tells a place of it before', () => {
    const places = [one, two, three, four, five].flatMap((entry) =>
      [[], afterFirst, [scored(2, [3])], [...afterFirst, scored(3, [1, 5])]].map((official) =>
        inShow(entry, final, official),
      ),
    )
    expect(places.filter((each) => 'runningOrder' in each && each.runningOrder !== null)).toEqual([])
  })
})

describe('a live round', () => {
  const live = { live: [scored(1, [1])] }

  test('of a semi-final says who is through; the others have sung, and nothing follows for later shows', () => {
    expect(inShow(one, first, [], live)).toEqual(through)
    expect(inShow(two, first, [], live), 'whether or not somebody counted the songs').toEqual(sung(11))
    expect(inShow(one, second, [], live)).toEqual(sings(1))
    expect([inShow(one, final, [], live), inShow(two, final, [], live)]).toEqual([
      waiting(null, false),
      waiting(null, false),
    ])
  })

  test('of the final says who has sung', () => {
    expect(inShow(three, final, afterBoth, { live: [...afterBoth, scored(3, [1])] })).toEqual(sung(8))
    expect(inShow(two, final, afterBoth, { live: [scored(3, [1])] })).toEqual(out(1))
  })

  test('that was emptied again says nothing', () => {
    expect(inShow(two, first, [], { live: [scored(1, [])] })).toEqual(waiting(11))
    expect(inShow(three, final, afterBoth, { live: [...afterBoth, scored(3, [])] })).toEqual(waiting(8))
  })

  test('of another round changes nothing in this one', () => {
    expect(inShow(three, second, [], live)).toEqual(waiting(12))
    expect(inShow(three, final, afterBoth, { live: afterBoth })).toEqual(waiting(8))
  })
})

describe('the songs that have begun', () => {
  const onAir = (round: typeof first, songsBegun: number) => round && { ...round, songsBegun }
  const onStage = (runningOrder: number): EntryInShow => ({ state: 'sung', runningOrder, isOnStage: true })

  test('in a semi-final: the last one is on stage, those before have sung, the others wait', () => {
    const states = [10, 11, 12].map((songs) => [
      inShow(one, onAir(first, songs), []),
      inShow(two, onAir(first, songs), []),
    ])
    expect(states).toEqual([
      [onStage(10), waiting(11)],
      [sung(10), onStage(11)],
      [sung(10), sung(11)],
    ])
    expect(inShow(three, onAir(first, 99), []), 'the other semi-final is not counted').toEqual(sings(2))
  })

  test('nobody is on stage once points are live; who is not through has sung', () => {
    const live = { live: [scored(1, [1])] }
    expect(inShow(one, onAir(first, 11), [], live)).toEqual(through)
    expect(inShow(two, onAir(first, 11), [], live)).toEqual(sung(11))
  })

  test('in the final: once both semi-finals are official, and not before', () => {
    expect(inShow(one, onAir(final, 7), afterBoth)).toEqual(onStage(7))
    expect(inShow(three, onAir(final, 7), afterBoth)).toEqual(waiting(8))
    expect(inShow(two, onAir(final, 99), afterBoth)).toEqual(out(1))
    expect(inShow(one, onAir(final, 99), afterFirst)).toEqual(waiting(null))
    expect(inShow(three, onAir(final, 99), afterFirst)).toEqual(waiting(null, false))
  })

  test('say nothing of a country without a place in the running order', () => {
    expect(inShow(one && { ...one, semiRunningOrder: null }, onAir(first, 99), [])).toEqual(waiting(null))
  })
})
