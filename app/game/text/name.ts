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

/** Whether every surrogate is paired: SQLite stores an unpaired one broken. */
export function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)
}

// Controls (C0, C1, line and paragraph separators) and bidi marks, which can change the direction of a whole row.
const forbidden = /[\p{Cc}\u2028\u2029\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/u
