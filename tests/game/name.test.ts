import { describe, expect, test } from 'vitest'
import { isWellFormed, readName } from '#app/game/name.ts'

describe('a name', () => {
  test.each([
    ['trimmed', '  Ada  ', 'Ada'],
    ['composed', 'Zoe\u0308', 'Zoë'],
    ['in any script', 'Кейт 张伟 علي', 'Кейт 张伟 علي'],
    ['with an emoji of several code points', '👩‍🎤 star', '👩‍🎤 star'],
    [
      'with a regional flag',
      '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Scots',
      '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Scots',
    ],
    ['of 64 code points outside the basic plane', '𝕏'.repeat(64), '𝕏'.repeat(64)],
  ])('is kept %s', (_, typed, name) => {
    expect(readName(typed, 64)).toEqual({ ok: true, name })
  })

  test.each([
    ['nothing', '', 'missing'],
    ['spaces of every kind', ' \u00a0\u2003\u3000', 'missing'],
    ['only zero-width characters', '\u200b\u200d\u2060', 'missing'],
    ['only a Hangul filler', '\u3164', 'missing'],
    ['a line break', 'Ada\nLovelace', 'malformed'],
    ['NUL', 'Ada\u0000', 'malformed'],
    ['a delete character', 'Ada\u007f', 'malformed'],
    ['a mark that turns the row around', 'Ada\u202Egnp', 'malformed'],
    ['a zero-width space inside', 'Dou\u200Bze', 'malformed'],
    ['a soft hyphen', 'Dou\u00ADze', 'malformed'],
    ['invisible tags', 'E\u{E0041}\u{E0042}', 'malformed'],
    ['private use', 'E\uE000', 'malformed'],
    ['a noncharacter', 'a\uFFFE', 'malformed'],
    ['half a surrogate pair', 'Ada\ud83d', 'malformed'],
    ['65 characters', 'x'.repeat(65), 'too-long'],
    ['65 code points outside the basic plane', '𝕏'.repeat(65), 'too-long'],
  ])('of %s is refused', (_, typed, problem) => {
    expect(readName(typed, 64)).toEqual({ ok: false, problem })
  })
})

test('well formed means that every surrogate has its partner', () => {
  expect(isWellFormed('a😀b')).toBe(true)
  expect(isWellFormed('\ude00')).toBe(false)
  expect(isWellFormed('😀\ud83d')).toBe(false)
})
