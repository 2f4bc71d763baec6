import {
  hasHiddenCharacters,
  isBlank,
  normalizeBlanks,
  removeRedundantSelectors,
} from './invisible-characters.ts'
import { normalizeText } from './normalize-text.ts'

/** Why a name was refused. */
export type NameProblem = 'missing' | 'too-long' | 'malformed'

export type ParsedName = { ok: true; name: string } | { ok: false; problem: NameProblem }

/**
 * How much of a name of `limit` code points is read as it was typed, in UTF-16 units: each of its characters may take
 * two, and what is trimmed or composed needs room.
 */
export function typedLimit(limit: number): number {
  return Math.max(256, 2 * limit)
}

/**
 * Reads a team's, manager's or league's name as typed: trimmed, each blank a space, NFC, 1 to `limit` code points (D7). What is longer than
 * `typedLimit` is too long, and not looked at. Control and bidi characters, unpaired surrogates, names of nothing visible
 * and characters that show nothing where they stand are refused.
 */
export function parseName(typed: string, limit: number): ParsedName {
  if (typed.length > typedLimit(limit)) return { ok: false, problem: 'too-long' }
  if (!isWellFormed(typed)) return { ok: false, problem: 'malformed' }
  const name = normalizeBlanks(
    removeRedundantSelectors(normalizeText(typed, 'NFC', typedLimit(limit))),
  ).trim()
  if (name === '') return { ok: false, problem: 'missing' }
  if (forbidden.test(name)) return { ok: false, problem: 'malformed' }
  if (isBlank(name)) return { ok: false, problem: 'missing' }
  if (hasHiddenCharacters(name)) return { ok: false, problem: 'malformed' }
  if ([...name].length > limit) return { ok: false, problem: 'too-long' }
  return { ok: true, name }
}

/** Whether every surrogate has its partner: half a character is stored broken by SQLite. */
export function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)
}

// Controls (C0, C1, line and paragraph separators) and the marks that turn the direction of a whole row.
const forbidden = /[\p{Cc}\u2028\u2029\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/u
