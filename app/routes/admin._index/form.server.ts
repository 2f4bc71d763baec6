import { z } from 'zod'
import { NOTE_LIMIT } from '#app/game/scoring/publication.ts'
import { SCORE_TYPED_LIMIT } from '#app/game/scoring/scores-draft.ts'
import { typedLimit } from '#app/game/text/name.ts'
import { seasonField } from '#app/http/errors/season-errors.server.ts'
import { boundedText, typedText } from '#app/http/forms/fields.server.ts'
import { wholeNumber } from '#app/http/forms/query.server.ts'

/**
 * The score page's form: one field 'score-XX' per country, read by `parseTypedScores`. Enter presses the hidden first
 * button, which saves and leads back to the field. `confirmed` is what the page has said before it asked for a press once more.
 */
export const scoresForm = z.looseObject({
  intent: z.enum(['enter', 'save', 'live', 'compute', 'fill']).default('enter'),
  season: seasonField,
  round: wholeNumber(1, 999),
  version: wholeNumber(0, 999_999_999),
  note: typedText(typedLimit(NOTE_LIMIT)).default(''),
  confirmed: boundedText(200).default(''),
})

const prefix = 'score-'

/**
 * The typed scores by country code, each cut to one character over the limit; null when a country is unknown or
 * repeated (D10).
 */
export function parseTypedScores(fields: Readonly<Record<string, unknown>>, codes: readonly string[]) {
  const scores = Object.entries(fields).filter(([name]) => name.startsWith(prefix))
  const typed = scores.flatMap(([name, value]) => {
    const code = name.slice(prefix.length)
    return typeof value === 'string' && codes.includes(code)
      ? [[code, value.slice(0, SCORE_TYPED_LIMIT + 1)] as const]
      : []
  })
  return typed.length === scores.length ? Object.fromEntries(typed) : null
}
