/** How much of a typed score is read, in UTF-16 units. */
export const SCORE_TYPED_LIMIT = 20
/** The same for a draft of 100 countries in a URL. */
const QUERY_LIMIT = 100 * 16

/** The scores that an admin typed for a round: text by country code. */
export type ScoresDraft = Readonly<Record<string, string>>

export type ParsedScores =
  | { ok: true; points: ReadonlyMap<string, number> }
  | { ok: false; errors: Readonly<Record<string, string>> }

/**
 * Parses typed scores (spec 5, D3): an empty input counts as 0; anything but a whole number from 0 to 9999 is an error of
 * its country.
 */
export function parseScores(draft: ScoresDraft): ParsedScores {
  const parsed = Object.entries(draft).map(([code, typed]) => [code, parsePoints(typed)] as const)
  const errors = parsed.filter(([, points]) => points === null)
  if (errors.length > 0) {
    return { ok: false, errors: Object.fromEntries(errors.map(([code]) => [code, invalidScoreText])) }
  }
  return { ok: true, points: new Map(parsed.map(([code, points]) => [code, points ?? 0])) }
}

/** What is wrong with a typed score, in the country's words: 'Austria: "4x" is not a number.' */
export function describeWrongScore(country: string, typed: string): string {
  const text = typed.trim()
  const shown = text.length > 12 ? `${text.slice(0, 12)}…` : text
  const isNumber = /^[-+]?\d[\d.,]{0,20}$/.test(text)
  return `${country}: "${shown}" is not a ${isNumber ? 'whole number from 0 to 9999' : 'number'}.`
}

/** The last of the countries, in the order of the page, whose typed score differs from the stored one. */
export function findLastChanged(
  typed: ScoresDraft,
  stored: ReadonlyMap<string, number>,
  codes: readonly string[],
): string | undefined {
  return codes.findLast((code) => !equalsPoints(typed[code] ?? '', stored.get(code) ?? 0))
}

/** Whether a typed score means these points: an empty input is 0. */
export function equalsPoints(typed: string, points: number): boolean {
  if (typed.length > SCORE_TYPED_LIMIT) return false
  return (typed.trim() === '' ? '0' : typed.trim()) === String(points)
}

const invalidScoreText = 'Enter a whole number from 0 to 9999.'

/** Points as typed: an empty input is 0, null is no whole number from 0 to 9999. */
export function parsePoints(typed: string): number | null {
  if (typed.length > SCORE_TYPED_LIMIT) return null
  const text = typed.trim()
  if (text === '') return 0
  return /^\d{1,4}$/.test(text) ? Number(text) : null
}

/** The draft as one query value ('AL:218,AT:436'), so that an expired session or a redirect loses nothing. */
export function scoresToQuery(draft: ScoresDraft): string {
  return Object.entries(draft)
    .map(([code, typed]) => `${code}:${typed.slice(0, 12).replace(/[:,]/g, ' ')}`)
    .join(',')
}

/** Parses that query value; countries of another contest are left out. */
export function scoresFromQuery(text: string, codes: readonly string[]): ScoresDraft {
  const pairs = text
    .slice(0, QUERY_LIMIT)
    .split(',')
    .map((pair) => pair.split(':'))
  const known = pairs.filter(([code]) => code !== undefined && codes.includes(code))
  return Object.fromEntries(known.map(([code = '', typed = '']) => [code, typed.slice(0, 12)]))
}
