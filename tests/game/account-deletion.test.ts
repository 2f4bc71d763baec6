import { describe, expect, test } from 'vitest'
import {
  isDeletedTeam,
  isDeletionConfirmed,
  isRankingPlacePreserved,
  toRankingName,
} from '#app/game/account-deletion.ts'
import { decideLeagueSuccession } from '#app/game/league.ts'

test.each([
  ['delete', true],
  [' Delete ', true],
  ['DELETE', true],
  ['“delete”', true],
  ['delete.', true],
  ['', false],
  ['deleted', false],
  ['de lete', false],
  ['yes', false],
  ['delete\0', false],
  ['‘delete’ .”', true],
  ['.delete', false],
  [`delete${' '.repeat(94)}`, true],
  [`delete${' '.repeat(95)}`, false],
])('%j confirms a deletion: %s', (typed, isConfirmed) => {
  expect(isDeletionConfirmed(typed)).toBe(isConfirmed)
})

const round = (deadlineAt: number) => ({
  roundNumber: 1,
  title: 'First',
  kind: 'semi-final' as const,
  deadlineAt,
  scoresSavedAt: null,
  computedAt: null,
  settledAt: null,
  songsBegun: 0,
})

test.each([
  ['a season without rounds', [], null, 50, false],
  ['the last moment before the first deadline', [100, 200], null, 99, false],
  ['the first deadline', [100, 200], null, 100, true],
  ['after the season', [100, 200], 7, 900, true],
  ['a demo whose clock went back, while results are published', [100, 200], 7, 50, true],
])('%s: the place is kept: %#', (_, deadlines, publicationId, now, isKept) => {
  expect(isRankingPlacePreserved({ rounds: deadlines.map(round), publicationId }, now)).toBe(isKept)
})

test('the place of a deleted team is distinct from a team with the same name', () => {
  expect([toRankingName(''), isDeletedTeam('')]).toEqual(['Deleted team', true])
  expect([toRankingName('Deleted team'), isDeletedTeam('Deleted team')]).toEqual(['Deleted team', false])
})

describe('a league that a member leaves', () => {
  test.each([
    ['goes on, when others own it', { isOwner: false, successor: 'Björn' }, { kind: 'left' }],
    [
      'is handed over by its owner',
      { isOwner: true, successor: 'Björn' },
      { kind: 'transferred', successor: 'Björn' },
    ],
    ['is deleted with its last member', { isOwner: true, successor: undefined }, { kind: 'deleted' }],
    ['is deleted without anybody', { isOwner: false, successor: undefined }, { kind: 'deleted' }],
  ])('%s', (_, at, expected) => {
    expect(decideLeagueSuccession(at)).toEqual(expected)
  })
})
