import {
  hasHiddenCharacters,
  isBlank,
  normalizeBlanks,
  removeRedundantSelectors,
} from './invisible-characters.ts'
import { normalizeText } from './normalize-text.ts'

/** Why a name was refused: the end of the problem's code, such as `TEAM_NAME_MISSING`. */
export type NameProblem = 'MISSING' | 'TOO_LONG' | 'MALFORMED'

export type ParsedName = { ok: true; name: string } | { ok: false; problem: NameProblem }

/**
 * How much of a typed name of `limit` code points is read, in UTF-16 units: each of its characters may take two, and
 * trimming and composing shorten it.
 */
export function typedLimit(limit: number): number {
  return Math.max(256, 2 * limit)
}

/**
 * Parses a typed name of a team, manager or league: trimmed, each blank a space, NFC, 1 to `limit` code points (D7). A
 * text over `typedLimit` is too long without further checks. Control and bidi characters, unpaired surrogates, invisible
 * names and characters that are invisible in their context are refused.
 */
export function parseName(typed: string, limit: number): ParsedName {
  if (typed.length > typedLimit(limit)) return { ok: false, problem: 'TOO_LONG' }
  if (!isWellFormed(typed)) return { ok: false, problem: 'MALFORMED' }
  const name = normalizeBlanks(
    removeRedundantSelectors(normalizeText(typed, 'NFC', typedLimit(limit))),
  ).trim()
  if (name === '') return { ok: false, problem: 'MISSING' }
  if (forbidden.test(name)) return { ok: false, problem: 'MALFORMED' }
  if (isBlank(name)) return { ok: false, problem: 'MISSING' }
  if (hasHiddenCharacters(name)) return { ok: false, problem: 'MALFORMED' }
  if ([...name].length > limit) return { ok: false, problem: 'TOO_LONG' }
  return { ok: true, name }
}

/** The recommended scripts of Unicode's UAX 31 (table 5), and what all scripts share: digits, signs, emoji. */
const unusual =
  /[^\p{Script=Common}\p{Script=Inherited}\p{Script=Arabic}\p{Script=Armenian}\p{Script=Bengali}\p{Script=Bopomofo}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Ethiopic}\p{Script=Georgian}\p{Script=Greek}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Han}\p{Script=Hangul}\p{Script=Hebrew}\p{Script=Hiragana}\p{Script=Kannada}\p{Script=Katakana}\p{Script=Khmer}\p{Script=Lao}\p{Script=Latin}\p{Script=Malayalam}\p{Script=Myanmar}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thaana}\p{Script=Thai}\p{Script=Tibetan}]/u
/** Ligatures of whole words and of marks, dashes as long as three letters, marks around letters but for keycaps, and those of notes. */
const wide =
  /[\uFC5E-\uFC63\uFDF0-\uFDFF\uFE70-\uFE7F\u2E3A\u2E3B]|(?!\u20E3)\p{Me}|(?=[\p{Script=Common}\p{Script=Hangul}])\p{Mc}/u
/** More than two marks above or below a letter; four where ordinary words of Burmese and Tibetan have them. */
const manyMarks = /(?:(?![\p{Script=Myanmar}\p{Script=Tibetan}])[\p{Mn}\p{Me}]){3}|[\p{Mn}\p{Me}]{5}/u

/**
 * Parses a name that others see, of a team, manager or league, which also has letters of today's scripts only, none as wide as a
 * line, and no stacks of marks (D7). The stored name stays valid.
 */
export function parsePublicName(typed: string, limit: number, stored: string | undefined): ParsedName {
  const parsed = parseName(typed, limit)
  if (!parsed.ok || parsed.name === stored) return parsed
  const isUnusual = [unusual, wide, manyMarks].some((each) => each.test(parsed.name))
  return isUnusual ? { ok: false, problem: 'MALFORMED' } : parsed
}

/** A name as a part of a sentence, between Unicode's FSI and PDI: of a page's, `Sentence` makes it an element. */
export function markName(name: string): string {
  return `\u2068${name}\u2069`
}

/** The same where there are no elements: only a name that runs from right to left would move the words around it (D7). */
export function isolate(name: string): string {
  return /[\u0590-\u08FF\uFB1D-\uFEFC]/.test(name) ? markName(name) : name
}

/** Whether every surrogate is paired: SQLite stores an unpaired one broken. */
export function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)
}

// Controls (C0, C1, line and paragraph separators) and bidi marks, which can change the direction of a whole row.
const forbidden = /[\p{Cc}\u2028\u2029\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/u
