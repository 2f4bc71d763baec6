import { z } from 'zod'
import { PASTED_LIMIT } from '#app/game/scoring/desk-draft.ts'
import { SCORE_TYPED_LIMIT, type ScoresDraft } from '#app/game/scoring/scores-draft.ts'
import { seasonField } from '#app/http/errors/season-errors.server.ts'
import { boundedText, typedText } from '#app/http/forms/fields.server.ts'
import { wholeNumber } from '#app/http/forms/query.server.ts'

/** A longer text does not fit into an address, escaped. */
export const KEPT_LIMIT = 3000

const draftLimit = 1600

/** Stored points of countries, as `scoresToQuery` writes them: 'AT:436,SE:'. */
const storedPoints = typedText(draftLimit)
  .refine((text) => text === '' || text.split(',').every((pair) => /^[A-Z]{2}:\d{0,4}$/.test(pair)))
  .default('')

/**
 * The desk's form. A semi-final's row is a button `change=SE::50`: the country, its points when the page was made, and
 * those that it gets. 'Next song' is `songs=3:4` likewise. A final has fields `points-XX` and `was-XX` with what was stored when
 * the page was made, or `pasted` and `textWas` with all that was stored when the text was begun. Enter presses the hidden first
 * button. `way` is the press that changes from one way to the other: beside `pasted`, `points-XX` is what is not saved of the
 * fields, and `kept` is what is not saved of the text. `confirmed` is what the page has said before it asked once more, `told`
 * what it has shown of the text, and `column` answers which column of it has the points.
 */
export const deskForm = z.looseObject({
  intent: z.enum(['enter', 'paste', 'live', 'official']).default('enter'),
  season: seasonField,
  round: wholeNumber(1, 999),
  version: wholeNumber(0, 999_999_999),
  change: boundedText(12)
    .regex(/^[A-Z]{2}:\d{0,4}:\d{0,4}$/)
    .optional(),
  songs: boundedText(7)
    .regex(/^\d{1,3}:\d{1,3}$/)
    .optional(),
  way: z.enum(['fields', 'paste']).optional(),
  pasted: typedText(PASTED_LIMIT).optional(),
  kept: z.string().max(KEPT_LIMIT).default(''),
  textWas: storedPoints,
  confirmed: boundedText(200).optional(),
  told: boundedText(draftLimit).default(''),
  column: boundedText(3)
    .regex(/^-?\d{1,2}$/)
    .transform(Number)
    .optional(),
})

/** What the desk's address asks for: the round, the way to enter, what was pressed last, and what is not stored yet (D16). */
export const deskQuery = z.object({
  round: boundedText(3).optional(),
  way: z.literal('paste').optional(),
  at: boundedText(4).optional(),
  scores: typedText(draftLimit).default(''),
  was: typedText(draftLimit).default(''),
  textWas: storedPoints,
  pasted: typedText(PASTED_LIMIT).default(''),
})

export type DeskQuery = z.output<typeof deskQuery>

/** The typed fields `points-XX` by country code; null when a country is unknown or repeated. */
export function readTypedPoints(form: Fields, codes: readonly string[]): ScoresDraft | null {
  return readFields(form, 'points-', codes)
}

/** The fields `was-XX` likewise; null also when one is no stored number. */
export function readStoredPoints(form: Fields, codes: readonly string[]): ScoresDraft | null {
  const was = readFields(form, 'was-', codes)
  return was && Object.values(was).every((text) => /^\d{0,4}$/.test(text)) ? was : null
}

type Fields = Readonly<Record<string, unknown>>

/** Fields by country code, each cut to one character over the limit. */
function readFields(form: Fields, prefix: string, codes: readonly string[]): ScoresDraft | null {
  const fields = Object.entries(form).filter(([name]) => name.startsWith(prefix))
  const read = fields.flatMap(([name, value]) => {
    const code = name.slice(prefix.length)
    const isKnown = typeof value === 'string' && codes.includes(code)
    return isKnown ? [[code, value.trim().slice(0, SCORE_TYPED_LIMIT + 1)] as const] : []
  })
  return read.length === fields.length ? Object.fromEntries(read) : null
}
