import { z } from 'zod'
import { type ErrorType, errorTypes } from '#app/http/error-types.ts'
import { type Call, calls, errorsOf } from './calls.ts'
import { describeSchemas, nameOfSchema } from './openapi.ts'

type Schemas = ReturnType<typeof describeSchemas>

/** One call, in words and examples. */
export interface GuideCall {
  method: string
  path: string
  summary: string
  who: Call['who']
  isPaged: boolean
  body: GuideShape | null
  /** The field that takes a file, multipart. */
  file: string | null
  status: number
  answer: GuideShape | null
  errors: readonly { errorType: ErrorType; status: number }[]
}

/** What is sent or answered: its name in the document, and its fields. */
export interface GuideShape {
  name: string
  fields: readonly { name: string; type: string; about: string }[]
  example: string | null
}

/** The contract for people: calls under their nouns, in the order of the document. */
export function guideToApi(): { noun: string; calls: readonly GuideCall[] }[] {
  const schemas = describeSchemas()
  const nouns = [...new Set(calls.map((call) => call.noun))]
  return nouns.map((noun) => ({
    noun,
    calls: calls.filter((call) => call.noun === noun).map((call) => tell(schemas, call)),
  }))
}

function tell(schemas: Schemas, call: Call): GuideCall {
  return {
    method: call.method.toUpperCase(),
    path: call.path,
    summary: call.summary,
    who: call.who,
    isPaged: call.query !== undefined,
    body: call.body ? tellShape(schemas, nameOfSchema(call.body)) : null,
    file: call.file ?? null,
    status: call.status,
    answer: call.answer ? tellShape(schemas, nameOfSchema(call.answer)) : null,
    errors: errorsOf(call).map((errorType) => ({ errorType, status: errorTypes[errorType].status })),
  }
}

const property = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  anyOf: z.array(z.looseObject({ type: z.string().optional() })).optional(),
  $ref: z.string().optional(),
  description: z.string().optional(),
})
const shape = z.looseObject({
  properties: z.record(z.string(), property).optional(),
  items: property.optional(),
  example: z.unknown().optional(),
})

/** A schema as the document has it; a list is told by what stands in it. */
function tellShape(schemas: Schemas, id: string): GuideShape {
  const { properties, items, example } = shape.parse(schemas[id])
  if (items?.$ref) {
    const item = tellShape(schemas, nameIn(items.$ref))
    return { ...item, name: `${id}: a list of ${item.name}` }
  }
  return {
    name: id,
    fields: Object.entries(properties ?? {}).map(([name, field]) => ({
      name,
      type: typeOf(field),
      about: field.description ?? '',
    })),
    example: example === undefined ? null : JSON.stringify(example, null, 2),
  }
}

function typeOf({ type, anyOf, $ref, ...field }: z.output<typeof property>): string {
  if ($ref) return nameIn($ref)
  const { items } = shape.parse(field)
  if (type === 'array' && items) return `list of ${typeOf(items)}`
  const types = type === undefined ? (anyOf ?? []).map((each) => each.type ?? 'object') : [type].flat()
  return types.length === 0 ? 'object' : types.join(' or ')
}

/** '#/components/schemas/Player' → 'Player'. */
function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? reference
}
