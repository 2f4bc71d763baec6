import { z } from 'zod'
import { IMAGE_LIMIT_BYTES } from '#app/game/article/image.ts'
import { type ErrorType, errors } from '#app/game/errors/errors.ts'
import { MAX_IN_PATH } from '#app/http/forms/query.server.ts'
import { bodyLimits } from '#app/http/request-body.server.ts'
import { type Endpoint, endpoints, listErrorTypes } from './endpoints.ts'

const errorEnvelope = z
  .object({
    errorType: z.string(),
    message: z.string(),
    status: z.int().describe('The HTTP status again'),
    fieldErrors: z.record(z.string(), z.string()).optional().describe('Field → what is wrong with it'),
  })
  .meta({
    id: 'Error',
    description: 'Every error looks like this.',
    example: { errorType: 'TEAM_MISSING', message: errors.TEAM_MISSING.message, status: 404 },
  })

const etag = {
  ETag: { description: 'For If-None-Match of the next request', schema: { type: 'string' } },
}
const retryAfter = {
  'Retry-After': { required: true, description: 'Seconds', schema: { type: 'integer', minimum: 1 } },
}
/** The headers of errors by status. */
const errorHeaders: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': { required: true, schema: { const: 'Bearer' } } },
  429: retryAfter,
  503: retryAfter,
}

/** Path of the named schemas in the document. */
const toSchemaUri = (id: string) => `#/components/schemas/${id}`

/** The API as an OpenAPI 3.1 document, from the schemas that validate requests. `origin`: this site's origin. */
export function describeApi(origin: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Douze',
      version: '1.0.0',
      description:
        'The game as JSON. Sign in with an access token of the identity provider (Bearer), or with the session cookie of the pages. Errors are always an Error object.',
    },
    servers: [{ url: origin }],
    paths: describePaths(),
    components: {
      schemas: describeSchemas(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: origin.startsWith('https:') ? '__Host-sid' : 'sid' },
      },
    },
  }
}

function describePaths() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of endpoints)
    paths[call.path] = { ...paths[call.path], [call.method]: describeEndpoint(call) }
  return paths
}

function describeEndpoint(call: Endpoint) {
  const body = describeBody(call)
  const isRead = call.method === 'get'
  return {
    tags: [call.tag],
    summary: call.summary,
    operationId: toOperationId(call),
    security: call.access === 'anyone' ? [] : [{ bearer: [] }, { session: [] }],
    ...(call.access === 'admin' ? { description: 'For admins only.' } : {}),
    parameters: [...pathParameters(call), ...queryParameters(call), ...headerParameters(call)],
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [call.status]: { ...describeResponse(call), headers: isRead ? etag : undefined },
      ...(isRead ? { 304: { description: 'Nothing has changed', headers: etag } } : {}),
      ...describeErrors(call),
    },
  }
}

/** 'get /api/teams/{teamId}/points' → 'getTeamsTeamIdPoints'. */
function toOperationId({ method, path }: Endpoint): string {
  const words = path.slice('/api/'.length).match(/\w+/g) ?? []
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function pathParameters({ path }: Endpoint) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 0, maximum: MAX_IN_PATH },
  }))
}

function queryParameters({ query }: Endpoint) {
  if (!query) return []
  const { properties = {} } = z.toJSONSchema(query)
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))
}

/** The size of a body is a limit of its header. */
function headerParameters({ method, body, file }: Endpoint) {
  const of = (name: string, schema: object) => [{ name, in: 'header', required: false, schema }]
  if (method === 'get') return of('If-None-Match', { type: 'string' })
  const maximum = file ? bodyLimits.picture : bodyLimits.json
  return body || file ? of('Content-Length', { type: 'integer', minimum: 0, maximum }) : []
}

function describeBody({ body, file }: Endpoint) {
  if (body) return { 'application/json': { schema: toReference(body) } }
  if (!file) return undefined
  const binary = { type: 'string', contentMediaType: 'application/octet-stream' }
  const properties = { [file]: { ...binary, maxLength: IMAGE_LIMIT_BYTES } }
  return { 'multipart/form-data': { schema: { type: 'object', properties, required: [file] } } }
}

function describeResponse({ response: answer, status }: Endpoint) {
  const description = { 200: 'Done', 201: 'Created', 202: 'Accepted', 204: 'Done' }[status]
  return answer
    ? { description, content: { 'application/json': { schema: toReference(answer) } } }
    : { description }
}

/** One response per status, with its error types. */
function describeErrors(call: Endpoint) {
  const byStatus = new Map<number, ErrorType[]>()
  for (const type of listErrorTypes(call)) {
    const { status } = errors[type]
    byStatus.set(status, [...(byStatus.get(status) ?? []), type])
  }
  return Object.fromEntries([...byStatus].map(([status, types]) => [status, describeError(status, types)]))
}

/** Other types may come (docs/api.md, 'What stays'). */
function describeError(status: number, types: readonly ErrorType[]) {
  const errorType = { anyOf: [{ enum: types }, { type: 'string' }] }
  const schema = { allOf: [toReference(errorEnvelope), { properties: { errorType } }] }
  const headers = errorHeaders[status]
  return { description: types.join(', '), headers, content: { 'application/json': { schema } } }
}

function toReference(schema: z.ZodType) {
  return { $ref: toSchemaUri(findSchemaName(schema)) }
}

/** The name of an endpoint's schema in the document. */
export function findSchemaName(schema: z.ZodType): string {
  const id = z.globalRegistry.get(schema)?.id
  if (id === undefined) throw new Error('A schema of a call has no name')
  return id
}

/**
 * All named schemas of the endpoints, without the properties of a standalone JSON Schema document. A response may get more
 * fields (docs/api.md, 'What stays'), so only schemas that no response has refuse others.
 */
export function describeSchemas() {
  const responses = new Set(endpoints.map(({ response }) => response))
  const sent = endpoints.flatMap(({ body }) => (body && !responses.has(body) ? [findSchemaName(body)] : []))
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: toSchemaUri, io: 'input' })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [
      id,
      sent.includes(id) ? { ...schema, additionalProperties: false } : schema,
    ]),
  )
}
