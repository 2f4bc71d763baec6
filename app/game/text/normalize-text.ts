/** The limit of a redirect target: path and query, in UTF-16 units (D24). */
export const REDIRECT_TARGET_LIMIT = 4096

/**
 * A text in a Unicode normal form, cut after `limit` UTF-16 units: sorting a long run of combining marks takes quadratic
 * time. Callers that refuse a longer text measure it first. The only call of `normalize`
 * (tests/repository/source-rules.test.ts).
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD', limit: number): string {
  return text.slice(0, limit).normalize(form)
}
