import type { z } from 'zod'
import { throwErrorResponse } from '#app/http/responses.server.ts'
import { readFormData } from './form-data.server.ts'

/** The first message per field; a message about the whole form has the key 'form'. */
export type FieldErrors = Record<string, string>
/** A parsed value, or its errors: the same shape for forms and queries. */
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; fieldErrors: FieldErrors }

/**
 * Parses and validates a posted form. A field sent once is a string, one with several values an array of strings (see
 * `listOf` in query.server.ts), files are left out. Throws a 400 response when the body is no form or has more than 200 fields. An
 * invalid form has another shape than its page sends: what a person may mistype is text here (`typedText`), and the rules
 * check it with a message.
 */
export async function parseForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Parsed<z.output<Schema>>> {
  const fields: [string, string][] = []
  for (const [name, value] of await readFormData(request)) {
    // lynx sends each button that has the name and the value of the pressed one.
    const isRepeated = fields.some(([before, text]) => before === name && text === value)
    if (typeof value === 'string' && !isRepeated) fields.push([name, value])
  }
  return parseFields(fields, schema)
}

/** The same for a form that is only invalid when no page has sent it: then the request ends with 400. */
export async function requireForm<Schema extends z.ZodType>(request: Request, schema: Schema) {
  const form = await parseForm(request, schema)
  return form.ok ? form.value : throwErrorResponse('BAD_REQUEST')
}

/** Validates name and value pairs of a form or a query. Unknown fields are left out. */
export function parseFields<Schema extends z.ZodType>(
  fields: readonly [string, string][],
  schema: Schema,
): Parsed<z.output<Schema>> {
  return parseValue(schema, Object.fromEntries(groupByName(fields)))
}

/** Validates what was sent; of each field the first thing that is wrong is told, in a sentence. */
export function parseValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Parsed<z.output<Schema>> {
  const result = schema.safeParse(value, { error: describeIssue })
  if (result.success) return { ok: true, value: result.data }
  const fieldErrors: FieldErrors = {}
  for (const issue of result.error.issues) fieldErrors[toFieldName(issue)] ??= issue.message
  return { ok: false, fieldErrors }
}

function groupByName(fields: readonly [string, string][]): Map<string, string | string[]> {
  const values = new Map<string, string | string[]>()
  for (const [name, value] of fields) {
    const earlier = values.get(name)
    values.set(name, earlier === undefined ? value : [earlier, value].flat())
  }
  return values
}

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
}

/** The field of an issue; 'form' for all of what was sent. */
function toFieldName({ path = [] }: Pick<z.core.$ZodRawIssue, 'path'>): string {
  return path.join('.') || 'form'
}

/** What is wrong with a field, where its schema has no words of its own: 'teamName: text expected'. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  return `${toFieldName(issue)}: ${describeExpected(issue)} expected`
}

function describeExpected(issue: z.core.$ZodRawIssue): string {
  const anything = 'another value'
  if (issue.code === 'invalid_type') return types[issue.expected] ?? anything
  if (issue.code === 'invalid_value') return issue.values.join(' or ')
  if (issue.code === 'too_big') return `at most ${describeSize(issue.maximum, issue.origin)}`
  if (issue.code === 'too_small') return `at least ${describeSize(issue.minimum, issue.origin)}`
  return issue.code === 'invalid_format' ? 'text in another format' : anything
}

function describeSize(size: number | bigint, origin: string): string {
  const unit = { string: ' character', array: ' item' }[origin]
  return `${size}${unit ?? ''}${unit && Number(size) !== 1 ? 's' : ''}`
}
