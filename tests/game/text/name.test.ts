import { describe, expect, test } from 'vitest'
import { isWellFormed, parseName, parsePublicName } from '#app/game/text/name.ts'

/** Invisible characters in contexts where they are ordinary spelling. */
const meant: [what: string, name: string][] = [
  ['a family', '👨\u200D👩\u200D👧'],
  ['a flag of two', '🏳\uFE0F\u200D🌈'],
  ['a pirate flag', '🏴\u200D☠\uFE0F'],
  ['a skin and a profession', '👩🏽\u200D🚀'],
  ['a burning heart', '❤\uFE0F\u200D🔥'],
  ['a heart as an emoji', '❤\uFE0F lamps'],
  ['a key', '1\uFE0F\u20E3'],
  ['the flag of Wales', '🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}'],
  ['a conjunct of Devanagari', 'क्\u200Dष'],
  ['one kept apart', 'क्\u200Cष'],
  ['a conjunct of Sinhala', 'ශ්\u200Dරී'],
  ['an old chillu of Malayalam', 'ന്\u200D'],
  ['a Persian verb', 'می\u200Cخواهم'],
  ['a Persian plural with a vowel', 'خانه\u200Cها'],
  ['a Syriac word', 'ܒ\u200Cܒ'],
  ["a word of N'Ko", 'ߒ\u200Cߒ'],
]

/** The same characters in other contexts: the name would look like another. */
const unseen: [what: string, name: string][] = [
  ['a grapheme joiner', 'Lam\u034Fps'],
  ['a joiner in a Latin word', 'Lam\u200Dps'],
  ['a non-joiner in a Latin word', 'Auf\u200Clage'],
  ['a joiner at the end', 'Lamps🎤\u200D'],
  ['a joiner between an emoji and a letter', '🎤\u200Da'],
  ['two joiners', '👨\u200D\u200D👩'],
  ['a joiner in Cyrillic', 'Ла\u200Dмпы'],
  ['a joiner without a virama', 'क\u200Dष'],
  ['a non-joiner at the end of a word', 'क्\u200C ष'],
  ['a joiner in Arabic', 'ب\u200Dب'],
  ['a non-joiner after a letter that never joins', 'را\u200Cن'],
  ['a non-joiner before a blank', 'می\u200C خواهم'],
  ['a selector behind a letter', 'a\uFE0F'],
  ['a selector behind a number', '12\uFE0F'],
  ['two selectors', '❤\uFE0F\uFE0F'],
  ['a selector of ideographs', '葛\u{E0100}'],
  ['tags of no flag', '🏴\u{E0061}\u{E0062}\u{E007F}'],
  ['a flag and its tags again', '🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}\u{E0067}'],
  ['a Hangul filler', 'La\u3164mps'],
  ['a Khmer vowel that is not written', 'ក\u17B4'],
  ['a Mongolian selector behind a letter of ours', 'a\u180B'],
  ['a word joiner', 'La\u2060mps'],
]

test.each(meant)('%s is how people write', (_, name) => {
  expect(parseName(name, 64)).toEqual({ ok: true, name })
})

test.each(unseen)('%s is refused', (_, name) => {
  expect(parseName(name, 64)).toEqual({ ok: false, problem: 'MALFORMED' })
})

test('a redundant variation selector is left out: the name is the visible one', () => {
  expect(parseName('🎤\uFE0F ✔\uFE0E', 64)).toEqual({ ok: true, name: '🎤 ✔' })
  expect(parseName('\uFE0F', 64)).toEqual({ ok: false, problem: 'MISSING' })
})

describe('a name', () => {
  test('is read up to 256 units as typed, blanks included, or twice its limit', () => {
    const padded = (length: number) => 'x'.padStart(length)
    expect(parseName(padded(256), 64)).toEqual({ ok: true, name: 'x' })
    expect(parseName(padded(257), 64)).toEqual({ ok: false, problem: 'TOO_LONG' })
    expect(parseName('🎤'.repeat(128), 128)).toMatchObject({ ok: true })
    expect(parseName('🎤'.repeat(500), 500)).toMatchObject({ ok: true })
    expect(parseName('x'.repeat(1001), 500)).toEqual({ ok: false, problem: 'TOO_LONG' })
  })

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
    expect(parseName(typed, 64)).toEqual({ ok: true, name })
  })

  test.each([
    ['nothing', '', 'MISSING'],
    ['spaces of every kind', ' \u00a0\u2003\u3000', 'MISSING'],
    ['only zero-width characters', '\u200b\u200d\u2060', 'MISSING'],
    ['only a Hangul filler', '\u3164', 'MISSING'],
    ['a line break', 'Ada\nLovelace', 'MALFORMED'],
    ['NUL', 'Ada\u0000', 'MALFORMED'],
    ['a delete character', 'Ada\u007f', 'MALFORMED'],
    ['a mark that turns the row around', 'Ada\u202Egnp', 'MALFORMED'],
    ['a zero-width space inside', 'Dou\u200Bze', 'MALFORMED'],
    ['a soft hyphen', 'Dou\u00ADze', 'MALFORMED'],
    ['invisible tags', 'E\u{E0041}\u{E0042}', 'MALFORMED'],
    ['private use', 'E\uE000', 'MALFORMED'],
    ['a noncharacter', 'a\uFFFE', 'MALFORMED'],
    ['half a surrogate pair', 'Ada\ud83d', 'MALFORMED'],
    ['65 characters', 'x'.repeat(65), 'TOO_LONG'],
    ['65 code points outside the basic plane', '𝕏'.repeat(65), 'TOO_LONG'],
  ])('of %s is refused', (_, typed, problem) => {
    expect(parseName(typed, 64)).toEqual({ ok: false, problem })
  })
})

test('well formed means that every surrogate has its partner', () => {
  expect(isWellFormed('a😀b')).toBe(true)
  expect(isWellFormed('\ude00')).toBe(false)
  expect(isWellFormed('😀\ud83d')).toBe(false)
})

test.each([
  ['Lamps\u2800', 'Lamps'],
  ['The\u00A0\u2009Lamps', 'The  Lamps'],
])('blanks of any width are spaces: %j', (typed, name) => {
  expect(parseName(typed, 64)).toEqual({ ok: true, name })
})

test.each(['Lamps\u{1D159}', 'Lamps\u{16FE4}', 'Lamps\uFFFC'])(
  '%j shows nothing where it stands',
  (typed) => {
    expect(parseName(typed, 64)).toEqual({ ok: false, problem: 'MALFORMED' })
  },
)

describe('a name that others see', () => {
  test.each([
    ['cuneiform', '\u{1242B}'],
    ['a letter of it in a name', 'Lamps \u{12000}'],
    ['hieroglyphs', '\u{13000}\u{13001}'],
    ['Javanese ornaments', '\uA9C1Lamps\uA9C2'],
    ['runes', 'ᛚᚨᛗᛈ'],
    ['a word of Syriac', 'ܫܠܡܐ'],
    ['an invocation as one letter', '﷽'],
    ['a blessing as one letter', 'Ali ﷺ'],
    ['a dash of three letters', 'Six ⸻ lights'],
    ['three marks on a letter', 'e\u0323\u0301\u0302\u0303'],
    ['marks on every letter', 'L\u0300\u0316\u0301\u0317a\u0300\u0316\u0301'],
    ['a circle around a letter', 'a\u20DD'],
    ['marks of notes', `a${'\u{1D16D}'.repeat(3)}`],
    ['marks of Thai', 'ส็็็'],
    ['five of Burmese', 'မ\u102D\u102F\u1037\u103A\u1039'],
  ])('has no %s', (_, name) => {
    expect(parsePublicName(name, 64, undefined)).toEqual({ ok: false, problem: 'MALFORMED' })
    expect(parsePublicName(name, 64, 'another')).toEqual({ ok: false, problem: 'MALFORMED' })
  })

  test.each(['cuneiform \u{1242B}', '﷽', 'L\u0300\u0316\u0301\u0317'])(
    'stays valid where it is stored: %s',
    (name) => {
      const stored = name.normalize('NFC')
      expect(parsePublicName(name, 64, stored)).toEqual({ ok: true, name: stored })
    },
  )

  test.each([
    'Zoë & Ömer’s Größe',
    'Việt Nữ',
    'Кейт',
    'Ελλάδα',
    'Հայաստան',
    'საქართველო',
    'שַׁבָּת',
    'مُحَمَّد',
    'มิ้น',
    'ကြောင့် မြို့',
    'བསྒྲུབས',
    'ខ្ញុំ ប៉ាំ',
    'स्त्री',
    'ক্ষৌঁ',
    'தமிழ்',
    'ශ්\u200Dරී',
    '張伟 カタカナ 한국',
    'አማርኛ',
    'ދިވެހި',
    '👩🏽‍🚀 1\uFE0F\u20E3 🇦🇹 ★ ♥ 𝕏 №1!',
    'z̈̄',
  ])('may be %s', (name) => {
    expect(parsePublicName(name, 64, undefined)).toMatchObject({ ok: true })
  })
})
