import { describe, expect, test } from 'vitest'
import {
  applyLineupStep,
  hasUnsavedLineup,
  lineupDraftFromQuery,
  lineupDraftToQuery,
  parseLineupStep,
} from '#app/game/lineup/lineup-draft.ts'
import { six } from '../sample-contest.ts'

const draft = lineupDraftFromQuery(new URLSearchParams(), 1, six)
const moved = applyLineupStep(draft, { kind: 'down', code: 'AL' }, six)

describe('a step of the line-up draft', () => {
  test('moves a country and remembers the button', () => {
    expect(moved.codes).toEqual(['BE', 'AL', 'CY', 'DK', 'EE', 'FR'])
    expect(moved.focus).toBe('down:AL')
  })

  test('switches the round at once while nothing is unsaved', () => {
    const next = applyLineupStep(draft, { kind: 'round', roundNumber: 2 }, six)
    expect(next).toMatchObject({ roundNumber: 2, switchTo: null, codes: [] })
  })

  test('asks for confirmation before unsaved changes are dropped, and keeps them meanwhile', () => {
    const asking = applyLineupStep(moved, { kind: 'round', roundNumber: 2 }, six)
    expect(asking).toMatchObject({ roundNumber: 1, switchTo: 2, codes: moved.codes })
    expect(applyLineupStep(asking, { kind: 'keep' }, six)).toMatchObject({
      switchTo: null,
      codes: moved.codes,
    })
    expect(applyLineupStep(asking, { kind: 'discard' }, six)).toMatchObject({
      roundNumber: 2,
      codes: [],
      switchTo: null,
    })
  })

  test('choosing the shown round asks for no confirmation', () => {
    expect(applyLineupStep(moved, { kind: 'round', roundNumber: 1 }, six)).toMatchObject({
      switchTo: null,
      codes: moved.codes,
    })
  })
})

describe('the draft in the URL', () => {
  test('names the round, and the order only when it differs', () => {
    expect(lineupDraftToQuery(draft, six)).toBe('round=1')
    expect(lineupDraftToQuery(moved, six)).toBe(
      'round=1&order=BE.AL.CY.DK.EE.FR&base=AL.BE.CY.DK.EE.FR&focus=down%3AAL',
    )
  })

  test('is parsed to the same draft', () => {
    const whole = { ...moved, alsoLater: true, details: 'AL', isPlaying: true, switchTo: 3 }
    const query = new URLSearchParams(lineupDraftToQuery(whole, six))
    expect(lineupDraftFromQuery(query, 1, six)).toEqual(whole)
  })

  test.each(['AL.BE', 'AL.BE.CY.DK.EE.US', 'AL.AL.CY.DK.EE.FR', '', '.....', 'FR.EE.DK.CY.BE.AL.GR'])(
    "an order that is not the team's (%j) gives way to the stored one",
    (order) => {
      expect(lineupDraftFromQuery(new URLSearchParams({ order }), 1, six).codes).toEqual(six)
    },
  )
})

test('unsaved means that the order differs from the stored one', () => {
  expect(hasUnsavedLineup(draft, six)).toBe(false)
  expect(hasUnsavedLineup(moved, six)).toBe(true)
})

test('to the top takes a country over all others', () => {
  const top = applyLineupStep(draft, { kind: 'top', code: 'DK' }, six)
  expect(top.codes.join('.')).toBe('DK.AL.BE.CY.EE.FR')
  expect(top.focus).toBe('top:DK')
  expect(parseLineupStep('top:DK')).toEqual({ kind: 'top', code: 'DK' })
})

test('a button value is parsed to a step, anything else is null', () => {
  expect(parseLineupStep('up:AL')).toEqual({ kind: 'up', code: 'AL' })
  expect(parseLineupStep('round:2')).toEqual({ kind: 'round', roundNumber: 2 })
  for (const intent of ['', 'save', 'up', 'round:', 'round:x', 'round:1e3', 'toString']) {
    expect(parseLineupStep(intent)).toBeNull()
  }
})
