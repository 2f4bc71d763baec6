import { describe, expect, test } from 'vitest'
import {
  applyTeamStep,
  hasUnsavedTeam,
  parseTeamStep,
  type TeamDraft,
  teamDraftFromQuery,
  teamDraftToQuery,
  toTeamDraft,
} from '#app/game/team/team-draft.ts'
import { entries, rules, six } from '../sample-contest.ts'

const empty = toTeamDraft(undefined, entries)
const stored: TeamDraft = { ...empty, teamName: 'Six Lights', managerName: 'Anna', codes: six }
const read = (query: string, from = stored) => teamDraftFromQuery(new URLSearchParams(query), from, rules)

describe('a step of the team draft', () => {
  test('adds a country at the end, closes the details and keeps the focus on its row', () => {
    const { draft, refusal } = applyTeamStep(rules, { ...empty, details: 'AL' }, { kind: 'add', code: 'AL' })
    expect(draft).toMatchObject({ codes: ['AL'], details: null, focus: 'list:AL' })
    expect(refusal).toBeNull()
  })

  test('adding twice changes nothing', () => {
    const once = applyTeamStep(rules, empty, { kind: 'add', code: 'AL' }).draft
    expect(applyTeamStep(rules, once, { kind: 'add', code: 'AL' }).draft.codes).toEqual(['AL'])
  })

  test('that the rules refuse leaves the draft as it was and says why', () => {
    const full = { ...empty, codes: six }
    expect(applyTeamStep(rules, full, { kind: 'add', code: 'GR' })).toEqual({
      draft: full,
      refusal: { problem: 'TEAM_FULL', code: 'GR' },
    })
    expect(applyTeamStep(rules, empty, { kind: 'add', code: 'US' }).refusal?.problem).toBe('ENTRY_UNKNOWN')
  })

  test('dropping a card gives the focus to its neighbour', () => {
    expect(applyTeamStep(rules, stored, { kind: 'drop', code: 'AL' }).draft).toMatchObject({
      focus: 'card:BE',
    })
    expect(applyTeamStep(rules, stored, { kind: 'drop', code: 'FR' }).draft).toMatchObject({
      focus: 'card:EE',
    })
    const last = applyTeamStep(rules, { ...empty, codes: ['AL'] }, { kind: 'drop', code: 'AL' }).draft
    expect(last).toMatchObject({ codes: [], focus: null })
  })

  test('plays a video only while details are open', () => {
    expect(applyTeamStep(rules, stored, { kind: 'play' }).draft.isPlaying).toBe(false)
    expect(applyTeamStep(rules, { ...stored, details: 'AL' }, { kind: 'play' }).draft.isPlaying).toBe(true)
    expect(applyTeamStep(rules, stored, { kind: 'watch', code: 'AL' }).draft).toMatchObject({
      details: 'AL',
      isPlaying: true,
      focus: 'list-details:AL',
    })
    expect(parseTeamStep('watch:AL')).toEqual({ kind: 'watch', code: 'AL' })
  })

  test('never changes the names or the draft it was given', () => {
    const before = structuredClone(stored)
    const after = applyTeamStep(rules, stored, { kind: 'remove', code: 'AL' }).draft
    expect(stored).toEqual(before)
    expect(after).toMatchObject({ teamName: 'Six Lights', managerName: 'Anna', codes: six.slice(1) })
  })
})

describe('the draft in the URL', () => {
  test('is empty while the draft equals the stored team', () => {
    expect(teamDraftToQuery(stored, stored)).toBe('')
  })

  test('is parsed to the same draft', () => {
    const draft: TeamDraft = {
      teamName: 'Löwen & Co. ?',
      managerName: '',
      codes: ['GR'],
      search: 'söng',
      show: 'fits400',
      details: 'AL',
      isPlaying: true,
      focus: 'list:GR',
      isConfirming: false,
      isNaming: false,
      base: 'k3f9x2',
    }
    expect(read(teamDraftToQuery(draft, stored))).toEqual(draft)
  })

  test('an emptied team is not mistaken for the stored one', () => {
    const draft = { ...stored, codes: [] }
    expect(read(teamDraftToQuery(draft, stored)).codes).toEqual([])
  })

  test('leaves out invalid values', () => {
    const draft = read('picks=AL.AL.US..BE.CY.DK.EE.FR.GR&details=US&play=1&focus=%3Cscript%3E')
    expect(draft).toMatchObject({ codes: six, details: null, isPlaying: false, focus: null })
  })

  test('contains an overlong name up to a limit', () => {
    expect(read(`teamName=${'x'.repeat(65)}`).teamName).toHaveLength(65)
    expect(read(`teamName=${'x'.repeat(5000)}`).teamName).toHaveLength(100)
  })
})

test('unsaved means that names or countries differ, not the search or a dialog', () => {
  expect(hasUnsavedTeam({ ...stored, search: 'x', details: 'AL' }, stored)).toBe(false)
  expect(hasUnsavedTeam({ ...stored, teamName: 'Other' }, stored)).toBe(true)
  expect(hasUnsavedTeam({ ...stored, codes: [...six].reverse() }, stored)).toBe(true)
})

test('a button value is parsed to a step, anything else is null', () => {
  expect(parseTeamStep('add:AL')).toEqual({ kind: 'add', code: 'AL' })
  expect(parseTeamStep('search')).toEqual({ kind: 'search' })
  for (const intent of ['', 'save', 'add', 'add:', 'constructor', 'delete:AL'])
    expect(parseTeamStep(intent)).toBeNull()
})
