/** The longest address that a visitor is led back to: path and query, in UTF-16 units (D24). */
export const REDIRECT_TARGET_LIMIT = 4096

/**
 * A text in one of Unicode's normal forms, cut after `limit` UTF-16 units: a long run of combining marks takes the square of
 * its length to be brought into order. Whoever refuses what is longer measures it first. The only call of `normalize`
 * (tests/repository/source-rules.test.ts).
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD', limit: number): string {
  return text.slice(0, limit).normalize(form)
}
