import { describe, expect, test } from 'vitest'
import {
  checkLeagueName,
  describeLeagueEvent,
  type LeagueEvent,
  pickSmallestLeagues,
} from '#app/game/league.ts'

describe('a league name', () => {
  test.each([
    ['trimmed', '  The sofa\u00a0', 'The sofa'],
    ['composed', 'Cafe\u0301', 'Café'],
    ['of one character', 'é', 'é'],
    ['of 128 characters', 'x'.repeat(128), 'x'.repeat(128)],
    ['of 128 characters and blanks around them', ` ${'x'.repeat(128)} `, 'x'.repeat(128)],
    ['of 128 characters outside the basic plane', '𝕏'.repeat(128), '𝕏'.repeat(128)],
    ['that looks like markup', '<b>Sofa</b> & "co"', '<b>Sofa</b> & "co"'],
  ])('is kept %s', (_, typed, name) => {
    expect(checkLeagueName(typed)).toEqual({ ok: true, name })
  })

  test.each([
    ['nothing', '', 'LEAGUE_NAME_MISSING'],
    ['blanks of every kind', ' \t\u00a0\u3000', 'LEAGUE_NAME_MISSING'],
    ['only invisible characters', '\u200b\u2060', 'LEAGUE_NAME_MISSING'],
    ['129 characters', 'x'.repeat(129), 'LEAGUE_NAME_TOO_LONG'],
    ['129 characters outside the basic plane', '𝕏'.repeat(129), 'LEAGUE_NAME_TOO_LONG'],
    ['a line break inside', 'The\nsofa', 'LEAGUE_NAME_MALFORMED'],
    ['NUL', 'Sofa\u0000', 'LEAGUE_NAME_MALFORMED'],
    ['a mark that turns the row around', 'Sofa\u202egnp', 'LEAGUE_NAME_MALFORMED'],
    ['half a surrogate pair', 'Sofa\ud83d', 'LEAGUE_NAME_MALFORMED'],
  ])('of %s is refused', (_, typed, problem) => {
    expect(checkLeagueName(typed)).toEqual({ ok: false, problem })
  })
})

describe('the log tells', () => {
  const event = (kind: LeagueEvent['kind'], more: Partial<LeagueEvent> = {}): LeagueEvent => ({
    id: 1,
    happenedAt: 0,
    kind,
    actor: 'Anna',
    subject: null,
    detail: null,
    ...more,
  })

  test.each([
    [event('created'), 'Anna created the league.'],
    [event('joined'), 'Anna joined.'],
    [event('left'), 'Anna left.'],
    [event('removed', { subject: 'Björn' }), 'Anna removed Björn.'],
    [event('renamed', { detail: 'The sofa' }), 'Anna named the league “The sofa”.'],
    [event('link-renewed'), 'Anna made a new invite link.'],
    [event('handed-over', { subject: 'Björn' }), 'Anna handed the league over to Björn.'],
    [event('left', { actor: null }), 'A former member left.'],
    [event('removed'), 'Anna removed a former member.'],
  ])('%o', (told, sentence) => {
    expect(describeLeagueEvent(told)).toBe(sentence)
  })
})

test('the smallest leagues are picked up to a number of members together, in their order', () => {
  const leagues = [300, 5, 200, 1, 100].map((memberCount) => ({ memberCount }))
  const pick = (most: number) => pickSmallestLeagues(leagues, most).map(({ memberCount }) => memberCount)
  expect(pick(0)).toEqual([])
  expect(pick(105)).toEqual([5, 1])
  expect(pick(106)).toEqual([5, 1, 100])
  expect(pick(606)).toEqual([300, 5, 200, 1, 100])
})
