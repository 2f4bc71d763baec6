import { z } from 'zod'
import { errors } from '#app/game/errors/errors.ts'
import { type Endpoint, endpoints, listErrorTypes } from './endpoints.ts'
import { describeSchemas, findSchemaName } from './openapi.ts'

type Schemas = ReturnType<typeof describeSchemas>

/** One endpoint with its examples. */
export type GuideEndpoint = ReturnType<typeof toGuideEndpoint>

/** The schema of a request or response body: its name in the OpenAPI document, and its fields. */
export interface GuideSchema {
  name: string
  fields: readonly { name: string; type: string; about: string }[]
  example: string | null
}

/** The API guide for people: endpoints by noun, in the order of the OpenAPI document. */
export function buildApiGuide() {
  const schemas = describeSchemas()
  const nouns = [...new Set(endpoints.map(({ tag }) => tag))]
  return nouns.map((noun) => ({
    noun,
    endpoints: endpoints.filter(({ tag }) => tag === noun).map((each) => toGuideEndpoint(schemas, each)),
  }))
}

function toGuideEndpoint(schemas: Schemas, endpoint: Endpoint) {
  const { method, path, summary, access, query, body, file, status, response } = endpoint
  return {
    method: method.toUpperCase(),
    path,
    summary,
    access,
    isPaged: query !== undefined,
    body: body ? toGuideSchema(schemas, findSchemaName(body)) : null,
    /** The field of its multipart file. */
    file: file ?? null,
    status,
    response: response ? toGuideSchema(schemas, findSchemaName(response)) : null,
    errors: listErrorTypes(endpoint).map((errorType) => ({ errorType, status: errors[errorType].status })),
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

/** A schema of the document; a list is described by its items. */
function toGuideSchema(schemas: Schemas, id: string): GuideSchema {
  const { properties, items, example } = shape.parse(schemas[id])
  if (items?.$ref) {
    const item = toGuideSchema(schemas, readReferenceName(items.$ref))
    return { ...item, name: `${id}: a list of ${item.name}` }
  }
  return {
    name: id,
    fields: Object.entries(properties ?? {}).map(([name, field]) => ({
      name,
      type: formatType(field),
      about: field.description ?? '',
    })),
    example: example === undefined ? null : JSON.stringify(example, null, 2),
  }
}

function formatType({ type, anyOf, $ref, ...field }: z.output<typeof property>): string {
  if ($ref) return readReferenceName($ref)
  const { items } = shape.parse(field)
  if (type === 'array' && items) return `list of ${formatType(items)}`
  const types = type === undefined ? (anyOf ?? []).map((each) => each.type ?? 'object') : [type].flat()
  return types.length === 0 ? 'object' : types.join(' or ')
}

/** '#/components/schemas/Player' → 'Player'. */
function readReferenceName(reference: string): string {
  return reference.split('/').at(-1) ?? reference
}
