import { z } from 'zod'
import { sendCall } from './api-requests.ts'
import type { App } from './app.ts'

const jsonSchema = z.record(z.string(), z.unknown())
const content = z.record(z.string(), z.object({ schema: jsonSchema }))
const header = z.object({
  required: z.literal(true).optional(),
  description: z.string().optional(),
  schema: jsonSchema,
})
const response = z.object({
  description: z.string(),
  headers: z.record(z.string(), header).optional(),
  content: content.optional(),
})
const operation = z.object({
  tags: z.array(z.string()),
  summary: z.string(),
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  description: z.string().optional(),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      schema: jsonSchema,
    }),
  ),
  requestBody: z.object({ required: z.literal(true), content }).optional(),
  responses: z.record(z.string(), response),
})
const document = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.url() })).length(1),
  paths: z.record(z.string(), z.record(z.enum(['get', 'post', 'put', 'delete']), operation.optional())),
  components: z.object({ schemas: z.record(z.string(), jsonSchema), securitySchemes: jsonSchema }),
})

export type Document = z.output<typeof document>
type Operation = z.output<typeof operation>

/** One call as documented. */
export interface DocumentedCall {
  /** 'GET /api/teams/{teamId}/points/round/last'. */
  name: string
  method: string
  path: string
  operation: Operation
  /** The status of a success. */
  status: number
  /** Possible errors: error type → status. */
  errors: ReadonlyMap<string, number>
  isRead: boolean
  takesJson: boolean
  isForAll: boolean
  isForAdmins: boolean
}

/** The app's own description at /api/openapi.json; throws when it is not valid OpenAPI. */
export async function readDocument(app: App): Promise<Document> {
  const response = await sendCall(app, { method: 'GET', path: '/api/openapi.json' })
  return document.parse(response.json())
}

/** The calls of the document. */
export function callsOf({ paths }: Document): DocumentedCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation ? [toDocumentedCall(path, method, operation)] : [],
    ),
  )
}

function toDocumentedCall(path: string, lower: string, operation: Operation): DocumentedCall {
  const method = lower.toUpperCase()
  const statuses = Object.keys(operation.responses).map(Number)
  const errors = statuses
    .filter((status) => status >= 400)
    .flatMap((status) => typesOf(operation, status).map((type): [string, number] => [type, status]))
  return {
    name: `${method} ${path}`,
    method,
    path,
    operation,
    status: statuses.find((status) => status < 400) ?? 0,
    errors: new Map(errors),
    isRead: method === 'GET',
    takesJson: operation.requestBody?.content['application/json'] !== undefined,
    isForAll: operation.security.length === 0,
    isForAdmins: operation.description?.includes('admins') ?? false,
  }
}

const types = z.object({ enum: z.array(z.string()) })
const errorSchema = z.object({
  allOf: z.tuple([
    z.object({ $ref: z.string() }),
    z.object({
      properties: z.object({
        errorType: z.object({ anyOf: z.tuple([types, z.object({ type: z.literal('string') })]) }),
      }),
    }),
  ]),
})

function typesOf({ responses }: Operation, status: number): string[] {
  const schema = responses[status]?.content?.['application/json']?.schema
  return errorSchema.parse(schema).allOf[1].properties.errorType.anyOf[0].enum
}

/** The documented call for a URL path, literal segments before parameters; undefined for none. */
export function findCall(
  calls: readonly DocumentedCall[],
  method: string,
  target: string,
): DocumentedCall | undefined {
  const [pathname = ''] = target.split('?')
  const fitting = calls.filter(
    (call) =>
      call.method === method && new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]*')}$`).test(pathname),
  )
  return fitting.sort((one, other) => countOf(one.path) - countOf(other.path)).at(0)
}

function countOf(path: string): number {
  return path.split('{').length - 1
}

const zodReads = z.custom<Parameters<typeof z.fromJSONSchema>[0]>((value) => typeof value === 'object')

/**
 * Validates values by a schema of the document. Properties that it does not name are errors: programs are to accept them,
 * this app is not to send them.
 */
export function checkerOf({ components }: Document, schema: unknown): z.ZodType {
  const text = JSON.stringify({ ...jsonSchema.parse(schema), $defs: components.schemas })
  return z.fromJSONSchema(
    zodReads.parse(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'), close)),
  )
}

function close(_key: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && 'type' in value && value.type === 'object'
  return isObject ? { additionalProperties: false, ...value } : value
}

/** The schema of a response, the successful one unless another status is asked for; undefined without a body. */
export function responseSchemaOf(
  document: Document,
  { operation, status: success }: DocumentedCall,
  status = success,
): z.ZodType | undefined {
  const schema = operation.responses[status]?.content?.['application/json']?.schema
  return schema && checkerOf(document, schema)
}
