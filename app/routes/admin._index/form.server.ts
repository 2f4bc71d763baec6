import { z } from 'zod'
import { wholeNumber } from '#app/http/query.server.ts'

/**
 * The score desk's form: one field 'score-XX' per country, read apart (see typedScores). Enter presses the
 * hidden first button, which keeps everything as it is.
 */
export const scoresForm = z.looseObject({
  intent: z.enum(['keep', 'save', 'compute', 'fill']).default('keep'),
  round: wholeNumber(1, 999),
  version: wholeNumber(0, 999_999_999),
})

const prefix = 'score-'

/** What was typed, by country code; a repeated field or a foreign country is left out. */
export function typedScores(fields: Readonly<Record<string, unknown>>, codes: readonly string[]) {
  const typed = codes.flatMap((code) => {
    const value = fields[prefix + code]
    return typeof value === 'string' ? [[code, value] as const] : []
  })
  return Object.fromEntries(typed)
}
