import { z } from 'zod'

/** How many fields a form or a query may have. They are counted before they are parsed. */
export const MAX_FIELDS = 200

/**
 * A text of at most `limit` UTF-16 units that can be stored whole; anything else makes the form or the query one that is
 * refused with 400. For what no person types. (zod's own `max` counts code points.)
 */
export function boundedText(limit: number) {
  return z
    .string()
    .max(limit, { abort: true })
    .refine((text) => text.length <= limit && isStorable(text))
}

/**
 * A text of a call, of at most `limit` characters: its rule says what is wrong with it, and `words` that it is longer than
 * anything that is read.
 */
export function apiText(limit: number, message: string) {
  return z.string().max(limit, { abort: true, error: message })
}

/**
 * A text that a person typed, for a rule that refuses it in words: of one that is longer than `limit` UTF-16 units one more
 * is read, so that the rule finds it too long and nothing else has to.
 */
export function typedText(limit: number) {
  return z.string().transform((typed) => typed.slice(0, limit + 1))
}

/** SQLite stops measuring at NUL and stores an unpaired surrogate broken: neither may pass the border. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}
