import { describe, expect, test } from 'vitest'
import {
  type DeskDraft,
  type DeskPoints,
  describeConflict,
  findWrongFields,
  listConflicts,
  PASTED_LIMIT,
  pastedTooLongText,
  readFieldPoints,
  receivePoints,
  tallyPoints,
  toFieldEdits,
} from '#app/game/scoring/desk-draft.ts'

const countries = { AT: 'Austria', FI: 'Finland', NO: 'Norway', SE: 'Sweden', EE: 'Estonia' }
const rowsOf = (points: Record<string, number>): DeskPoints[] =>
  Object.entries(countries).map(([code, country]) => ({ code, country, points: points[code] ?? null }))
const final = { isFinal: true }
const semiFinal = { isFinal: false }
const receive = (to: DeskDraft, before: DeskPoints[], after: DeskPoints[], show = final) =>
  receivePoints(to, before, after, show)
const draft = (edits: DeskDraft['edits'] = {}, sent = {}): DeskDraft => ({ edits, sent, news: '' })

describe('fields', () => {
  test.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    [' 436 ', 436],
    ['0436', 436],
    ['9999', 9999],
    ['10000', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['４', undefined],
    ['25x', undefined],
    ['1'.repeat(300), undefined],
  ])('%j says %j', (typed, points) => {
    expect(readFieldPoints(typed)).toBe(points)
  })

  test('that say what was stored are no change', () => {
    const edits = toFieldEdits({ AT: '436', FI: ' 196', NO: '', SE: '1' }, { AT: '436', FI: '196', SE: '' })
    expect(edits).toEqual({ SE: { typed: '1', was: '' } })
  })

  test('that are wrong are named', () => {
    const edits = toFieldEdits({ AT: '25x', FI: '10000', NO: '1' }, {})
    expect(findWrongFields(rowsOf({}), edits)).toEqual({
      AT: 'Austria: "25x" is not a number. Nothing was saved.',
      FI: 'Finland: "10000" is not a whole number from 0 to 9999. Nothing was saved.',
    })
  })

  test('are counted as they stand: a changed one as typed; a wrong or emptied one and 0 are not', () => {
    const rows = rowsOf({ AT: 436, FI: 196, NO: 89, SE: 0 })
    expect(tallyPoints(rows)).toEqual({ count: 3, sum: 721 })
    const edits = toFieldEdits({ AT: '4x', FI: '', EE: '356' }, { AT: '436', FI: '196' })
    expect(tallyPoints(rows, edits)).toEqual({ count: 2, sum: 445 })
  })
})

describe('points of another desk', () => {
  test('are taken over by untouched fields, and told', () => {
    const next = receive(draft(), rowsOf({ AT: 1, NO: 9 }), rowsOf({ AT: 436, FI: 196 }))
    expect(next).toEqual(
      expect.objectContaining({
        edits: {},
        news: 'From another desk: Austria 436, Finland 196, Norway without points.',
      }),
    )
    const all = receive(draft(), rowsOf({}), rowsOf({ AT: 1, FI: 2, NO: 3, SE: 4, EE: 5 }))
    expect(all.news).toBe('From another desk: Austria 1, Finland 2, Norway 3 and 2 more.')
  })

  test('leave a changed field as it is, in conflict', () => {
    const edits = { FI: { typed: '190', was: '' } }
    const after = rowsOf({ FI: 196 })
    const next = receive(draft(edits), rowsOf({}), after)
    expect([next.edits, next.news]).toEqual([edits, ''])
    expect(describeConflict(listConflicts(after, next.edits), final)).toBe(
      'Changed at another desk in the meantime: Finland 196.',
    )
    const emptied = rowsOf({})
    expect(listConflicts(emptied, receive(next, after, emptied).edits)).toEqual([])
  })

  test('of a semi-final are told as who is through', () => {
    const next = receive(draft(), rowsOf({ NO: 50, SE: 50 }), rowsOf({ AT: 50, SE: 0, FI: 12 }), semiFinal)
    expect(next.news).toBe('From another desk: Austria through, Finland 12, Norway not through and 1 more.')
    expect(describeConflict(rowsOf({ AT: 50 }).slice(0, 2), semiFinal)).toBe(
      'Changed at another desk in the meantime: Austria through, Finland not through.',
    )
  })

  test('that are the same as what is typed here end the change', () => {
    const next = receive(draft({ FI: { typed: ' 196', was: '' } }), rowsOf({}), rowsOf({ FI: 196 }))
    expect([next.edits, next.news]).toEqual([{}, ''])
  })
})

describe('points that this desk sent', () => {
  const sent = { FI: '196' }

  test('are no news and no conflict, also when its field says something newer', () => {
    const next = receive(draft({ FI: { typed: '197', was: '' } }, sent), rowsOf({}), rowsOf({ FI: 196 }))
    expect(next).toEqual({ edits: { FI: { typed: '197', was: '196' } }, sent: {}, news: '' })
    expect(listConflicts(rowsOf({ FI: 196 }), next.edits)).toEqual([])
  })

  test('are its own with leading zeros, too', () => {
    const edits = { FI: { typed: '05', was: '' } }
    const stored = rowsOf({ FI: 5 })
    const next = receive(draft(edits, { FI: '05' }), rowsOf({}), stored)
    expect(next).toEqual({ edits: {}, sent: {}, news: '' })
    expect(listConflicts(stored, edits)).toEqual([])
  })

  test('are news when another desk stores them again', () => {
    const own = receive(draft({}, sent), rowsOf({}), rowsOf({ FI: 196 }))
    const other = receive(own, rowsOf({ FI: 196 }), rowsOf({ FI: 190 }))
    expect(other.news).toBe('From another desk: Finland 190.')
    expect(receive(other, rowsOf({ FI: 190 }), rowsOf({ FI: 196 })).news).toBe(
      'From another desk: Finland 196.',
    )
  })
})

test('the refusal of a text that is too long names the limit', () => {
  expect(pastedTooLongText).toContain(` ${PASTED_LIMIT.toLocaleString('en-US')} characters.`)
})
