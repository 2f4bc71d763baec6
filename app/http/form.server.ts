import type { z } from 'zod'
import { problem } from './answers.server.ts'

const MOST_FIELDS = 500

/** What was sent, for showing the form again: one text per field, a repeated field joined by commas. */
export type Input = Record<string, string>
/** The first complaint per field; one about the whole form stands under 'form'. */
export type FieldErrors = Record<string, string>
/** A border crossed or refused: the same shape for forms and queries. */
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; fieldErrors: FieldErrors; input: Input }

/**
 * Reads a posted form and checks it. A field sent once is a string, a repeated one an array of strings
 * (see `listOf` in query.server.ts), files are left out. Throws a 400 answer when the body is no form at all.
 */
export async function parseForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Parsed<z.output<Schema>>> {
  const form = await request.formData().catch(() => problem('BAD_REQUEST', 400))
  const fields: [string, string][] = []
  for (const [name, value] of form) if (typeof value === 'string') fields.push([name, value])
  return parseFields(fields, schema)
}

/**
 * Whether a form has another shape than its page sends: a field twice, or one missing. Text that cannot be stored
 * is no matter of shape: the rules refuse it in words.
 */
export function isMisshapen(form: Parsed<unknown>): boolean {
  return !form.ok && Object.values(form.input).every(isStorable)
}

/** Checks name and value pairs, from a form or a query. Refuses what the database would store broken. */
export function parseFields<Schema extends z.ZodType>(
  fields: readonly [string, string][],
  schema: Schema,
): Parsed<z.output<Schema>> {
  if (fields.length > MOST_FIELDS) return problem('BAD_REQUEST', 400)
  const values = gather(fields)
  const input = toInput(values)
  const unstorable = fields.filter(([, value]) => !isStorable(value))
  if (unstorable.length > 0) return { ok: false, fieldErrors: unstorableErrors(unstorable), input }
  const result = schema.safeParse(Object.fromEntries(values))
  if (result.success) return { ok: true, value: result.data }
  return { ok: false, fieldErrors: toFieldErrors(result.error.issues), input }
}

/** SQLite stops measuring at NUL and stores an unpaired surrogate broken: neither may pass the border. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}

/** The first message per field of zod's issues. */
export function toFieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors = new Map<string, string>()
  for (const issue of issues) {
    const field = issue.path.join('.') || 'form'
    if (!errors.has(field)) errors.set(field, issue.message)
  }
  return Object.fromEntries(errors)
}

function gather(fields: readonly [string, string][]): Map<string, string | string[]> {
  const values = new Map<string, string | string[]>()
  for (const [name, value] of fields) {
    const earlier = values.get(name)
    values.set(name, earlier === undefined ? value : [earlier, value].flat())
  }
  return values
}

function toInput(values: Map<string, string | string[]>): Input {
  return Object.fromEntries([...values].map(([name, value]) => [name, [value].flat().join(',')]))
}

function unstorableErrors(fields: readonly [string, string][]): FieldErrors {
  return Object.fromEntries(
    fields.map(([name]) => [name, 'This text contains characters that cannot be stored.']),
  )
}
