import { describe, expect, test } from 'vitest'
import { findZeroReason } from '#app/game/scoring/result-line-view.ts'
import type { EntryInShow } from '#app/game/season/show-state.ts'

const first = { roundNumber: 1, kind: 'semi-final' as const }
const second = { roundNumber: 2, kind: 'semi-final' as const }
const final = { roundNumber: 3, kind: 'final' as const }
const preQualified = { state: 'absent', because: 'pre-qualified' } as const
const out = { state: 'out', semiFinal: 1 } as const
const sung = { state: 'sung', runningOrder: 9, isOnStage: false } as const

describe('the reason for a zero', () => {
  test.each<[string, EntryInShow, typeof first | typeof final, string | null]>([
    ['who is in the final by right', preQualified, first, 'Did not sing'],
    ['who is through', { state: 'absent', because: 'through' }, second, 'Did not sing'],
    [
      'who sings in the other semi-final',
      { state: 'absent', because: 'other-semi-final', semiFinal: 2 },
      first,
      'Did not sing',
    ],
    ['who failed in this semi-final', out, first, 'Sang, did not qualify'],
    ['who failed in the other one', out, second, 'Did not sing'],
    ['who is not in the final', out, final, 'Did not qualify'],
    ['who withdrew', { state: 'withdrawn' }, second, 'Withdrawn'],
    ['who sang in the final', sung, final, null],
    ['who may have sung', { state: 'waiting', runningOrder: null, isCertain: false }, final, null],
  ])('of a country %s', (_, show, round, reason) => {
    expect(findZeroReason(0, show, round)).toBe(reason)
  })

  test('is not given with points, nor before the round is computed', () => {
    for (const show of [preQualified, out, sung]) {
      expect(findZeroReason(1, show, final)).toBeNull()
      expect(findZeroReason(null, show, first)).toBeNull()
    }
  })
})
