import { z } from 'zod'
import { typedLimit } from '#app/game/text/name.ts'

/** The limit of fields in a form or a query. Fields are counted before parsing. */
export const MAX_FIELDS = 200

/**
 * A storable text of at most `limit` UTF-16 units; anything else makes the form or the query a 400. For values that
 * nobody types. (zod's own `max` counts code points.)
 */
export function boundedText(limit: number) {
  return z
    .string()
    .max(limit, { abort: true })
    .refine((text) => text.length <= limit && isStorable(text))
}

/**
 * A text of an API request, of at most `limit` characters: the rules report other problems, `message` is for a text over
 * the limit.
 */
export function apiText(limit: number, message: string) {
  return z.string().max(limit, { abort: true, error: message })
}

/**
 * The same for a line whose rule counts its characters: `limit` is the rule's, for the document. More is read, so that the
 * rule reports it.
 */
export function apiLine(limit: number, message: string, least = 0) {
  const description = least > 0 ? `${least} to ${limit} characters` : `At most ${limit} characters`
  return apiText(typedLimit(limit), message).meta({ minLength: least, maxLength: limit, description })
}

/**
 * A typed text, which a rule checks later: cut to one UTF-16 unit over `limit`, so that the rule finds it too long
 * without reading all of it.
 */
export function typedText(limit: number) {
  return z.string().transform((typed) => typed.slice(0, limit + 1))
}

/** SQLite stops measuring at NUL and stores an unpaired surrogate broken: neither is accepted. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}
