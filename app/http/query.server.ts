import { z } from 'zod'
import { type Parsed, parseFields } from './form.server.ts'

/** A window of a list, in items. */
export type Page = { offset: number; limit: number }

const page = z.object({
  offset: wholeNumber(0, 999_999_999).default(0),
  limit: wholeNumber(1, 100).default(10),
})

/** `?offset` and `?limit` of a list (section D of the product: offset ≥ 0, limit 1 to 100, defaults 0 and 10). */
export function parsePage(request: Request): Parsed<Page> {
  return readQuery(request, page)
}

/** Reads a query and checks it. Keys the schema does not know are ignored. */
export function readQuery<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Parsed<z.output<Schema>> {
  return parseFields([...new URL(request.url).searchParams], schema)
}

/** A whole number written in plain digits ('7'; not '', '1e3', '+7' or '7.0'), between both bounds. */
export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'Please enter a whole number')
    .transform(Number)
    .pipe(z.number().min(least).max(most))
}

/** A field that may be sent any number of times: none, one and many all come out as an array. */
export function listOf<Item extends z.ZodType>(item: Item, most = 100) {
  return z.preprocess(
    (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(item).max(most),
  )
}
