/** Why a name was refused. */
export type NameProblem = 'missing' | 'too-long' | 'malformed'

export type NameReading = { ok: true; name: string } | { ok: false; problem: NameProblem }

/**
 * Reads a team's, manager's or league's name as typed: trimmed, NFC, 1 to `limit` code points (D7).
 * Control and bidi characters, unpaired surrogates and names of nothing visible are refused.
 */
export function readName(typed: string, limit: number): NameReading {
  if (!isWellFormed(typed)) return { ok: false, problem: 'malformed' }
  const name = typed.normalize('NFC').trim()
  if (name === '') return { ok: false, problem: 'missing' }
  if (forbidden.test(name)) return { ok: false, problem: 'malformed' }
  if (name.replace(invisible, '') === '') return { ok: false, problem: 'missing' }
  if (hidden.test(name.replace(joined, ''))) return { ok: false, problem: 'malformed' }
  if ([...name].length > limit) return { ok: false, problem: 'too-long' }
  return { ok: true, name }
}

/** Whether every surrogate has its partner: half a character is stored broken by SQLite. */
export function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)
}

// Controls (C0, C1, line and paragraph separators) and the marks that turn the direction of a whole row.
const forbidden = /[\p{Cc}\u2028\u2029\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/u
// Characters that show nothing or that mean nothing: two names must not look alike. Joiners inside a word or an
// emoji and the tags of a regional flag are how people write.
const hidden = /[\p{Cf}\p{Co}\p{Noncharacter_Code_Point}]/u
const joined = /(?<=\S)[\u200C\u200D](?=\S)|(?<=\u{1F3F4})[\u{E0020}-\u{E007F}]+/gu
const invisible = /[\s\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Mn}\p{Me}\u115F\u1160\u2800\u3164\uFFA0]/gu
