import { expect, test } from 'vitest'
import type { EntryInShow } from '#app/game/season/show-state.ts'
import { toTeamLamps } from '#app/game/season/team-lamps.ts'

const through: EntryInShow = { state: 'through' }
const out: EntryInShow = { state: 'out', semiFinal: 1 }
const sung: EntryInShow = { state: 'sung', runningOrder: 2, isOnStage: false }
const onStage: EntryInShow = { state: 'sung', runningOrder: 3, isOnStage: true }
const waiting: EntryInShow = { state: 'waiting', runningOrder: 4, isCertain: true }
const inTheFinal: EntryInShow = { state: 'absent', because: 'pre-qualified' }
const tomorrow: EntryInShow = { state: 'absent', because: 'other-semi-final', semiFinal: 2 }

const semiFinal = { kind: 'semi-final', deadlineAt: 10 } as const
const final = { kind: 'final', deadlineAt: 10 } as const

test('a semi-final counts who is through, in this show or already', () => {
  const six = [through, out, sung, waiting, inTheFinal, tomorrow]
  expect(toTeamLamps(six, semiFinal, 11)).toEqual({
    lamps: ['through', 'out', 'sung', 'waiting', 'absent', 'absent'],
    text: '2 of 6 through',
  })
})

test('the final counts who has sung, in words, and nobody as through', () => {
  expect(toTeamLamps([onStage, sung, sung, waiting, waiting, out], final, 11)).toEqual({
    lamps: ['on-stage', 'sung', 'sung', 'waiting', 'waiting', 'out'],
    text: '1 on stage, 2 sung, 2 waiting, 1 out',
  })
})

test('a team without a line-up has no lamps', () => {
  expect(toTeamLamps([], final, 11)).toBeNull()
})
