import { z } from 'zod'
import { limitId } from '#app/game/limit-id.ts'
import { throwErrorResponse } from '#app/http/responses.server.ts'
import { isStorable, MAX_FIELDS } from './fields.server.ts'
import { type Parsed, parseFields } from './parse-form.server.ts'

/** A window of a list, in items. */
export type Page = { offset: number; limit: number }

/** The limit of items per page of a list. */
export const MAX_PER_PAGE = 100

/** `?offset` and `?limit` of a list (docs/product.md, 'API responses': offset ≥ 0, limit 1 to 100, defaults 0 and 10). */
export const pageQuery = z.object({
  offset: wholeNumber(0, 999_999_999).default(0).describe('How many items to skip'),
  limit: wholeNumber(1, MAX_PER_PAGE).default(10).describe('How many items to return'),
})

/** The requested page of a list. Ends the request with 400 when it is invalid. */
export function requirePage(request: Request): Page {
  return requireQuery(request, pageQuery)
}

/** The values of a query. Ends the request with 400 when it is invalid. */
export function requireQuery<Schema extends z.ZodType>(request: Request, schema: Schema): z.output<Schema> {
  const query = readQuery(request, schema)
  return query.ok ? query.value : throwErrorResponse('BAD_REQUEST')
}

/** The largest number that is read in a path. */
export const MAX_IN_PATH = 999_999_999_999_999

/** A number in a path ('7'). Ends the request with 400 for '7a', '07', '-1', '' and numbers too large for the database. */
export function requireNumber(text: string | undefined): number {
  const isRead = /^(0|[1-9]\d*)$/.test(text ?? '') && Number(text) <= MAX_IN_PATH
  return isRead ? limitId(Number(text)) : throwErrorResponse('BAD_REQUEST')
}

/** Parses and validates a query. Unknown keys are ignored, but their values must be storable too. */
export function readQuery<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Parsed<z.output<Schema>> {
  const fields = [...readSearchParams(request)]
  const areStorable = fields.every(([, value]) => isStorable(value))
  return areStorable
    ? parseFields(fields, schema)
    : { ok: false, fieldErrors: { form: 'This cannot be stored.' } }
}

/** The query of a request, counted before parsing. Ends the request with 400 when it has more than 200 fields. */
export function readSearchParams(request: Request): URLSearchParams {
  const { search } = new URL(request.url)
  if (search.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) return throwErrorResponse('BAD_REQUEST')
  return new URLSearchParams(search)
}

/** A whole number in plain digits ('7'; not '', '1e3', '+7' or '7.0') between both bounds. */
export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'Please enter a whole number')
    .transform(Number)
    .pipe(z.int().min(least).max(most))
}

/** A field that may be sent any number of times: none, one and many all come out as an array. */
export function listOf<Item extends z.ZodType>(item: Item, most = 100) {
  return z.preprocess(
    (value: unknown) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(item).max(most),
  )
}
