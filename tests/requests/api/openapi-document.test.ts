import { readFileSync } from 'node:fs'
import { validate } from '@hyperjump/json-schema/openapi-3-1'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  callsOf,
  checkerOf,
  type Document,
  type DocumentedCall,
  findCall,
  readDocument,
} from '#tests/support/api-document.ts'
import { sendCall } from '#tests/support/api-requests.ts'
import { type App, openApp } from '#tests/support/app.ts'
import { listRoutes } from '#tests/support/build-routes.ts'
import { affordableCodes } from '#tests/support/game-steps.ts'
import { textOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** /api/openapi.json, compared with itself, the build and the guide page. */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let document: Document
let calls: DocumentedCall[]

beforeAll(async () => {
  // Nothing listens there: the provider is unreachable.
  app = await openApp({ issuer: 'http://localhost:1' })
  world = await openWorld(app)
  document = await readDocument(app)
  calls = callsOf(document)
})
afterAll(() => app.close())

/** 'routes/api.teams.$teamId.points.round.$round' → '/api/teams/{teamId}/points/round/{round}'. */
function pathOf(routeId: string): string {
  const name = routeId.replace(/^routes\//, '').replace('.openapi[.]json', '.openapi,json')
  const parts = name.split('.').map((part) => part.replace(/^\$(\w+)$/, '{$1}').replace(',', '.'))
  return `/${parts.join('/')}`
}

/** Every `$ref` in a value. */
function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inside]) =>
    key === '$ref' && typeof inside === 'string' ? [inside] : refsIn(inside),
  )
}

describe('the document', () => {
  test('is served from where it says, under the cookie that browsers really send', async () => {
    expect(document.servers).toEqual([{ url: app.origin }])
    const { session } = z
      .object({ session: z.object({ name: z.string() }) })
      .parse(document.components.securitySchemes)
    expect((await app.login('anna')).cookie(session.name)).toMatch(/^[\w-]{43}$/)
  })

  test('is valid OpenAPI 3.1, its schemas included', async () => {
    const { text } = await sendCall(app, { method: 'GET', path: '/api/openapi.json' })
    const schema = 'https://spec.openapis.org/oas/3.1/schema-base'
    expect(await validate(schema, JSON.parse(text), 'BASIC')).toEqual({ valid: true })
  })

  test('lets responses have more fields, and requests none', () => {
    const { schemas } = document.components
    const sent = new Set(calls.flatMap(({ operation }) => refsIn(operation.requestBody)))
    const answered = new Set(calls.flatMap(({ operation }) => refsIn(operation.responses)))
    const closed = Object.keys(schemas).filter((name) =>
      /"additionalProperties":false/.test(JSON.stringify(schemas[name])),
    )
    const onlySent = [...sent].filter((each) => !answered.has(each))
    expect(onlySent.length).toBeGreaterThan(3)
    expect(closed.map((name) => `#/components/schemas/${name}`).sort()).toEqual(onlySent.sort())
  })

  test('names only parts that it has, and has no part that nothing names', () => {
    const refs = new Set(refsIn(document))
    const parts = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect(parts.length).toBeGreaterThan(10)
    expect([...refs].sort()).toEqual(parts.sort())
  })

  test('has one operationId per call', () => {
    const ids = calls.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^(get|post|put|delete)[A-Z]\w+$/)
  })

  test('declares every parameter of a path, and no other', () => {
    for (const { path, name, operation } of calls) {
      const declared = operation.parameters.filter((each) => each.in === 'path')
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
      expect(
        declared.map((each) => each.name),
        name,
      ).toEqual(inPath)
      expect(declared.every((each) => each.required)).toBe(true)
    }
  })

  test('says of pages what they take: whole numbers between their bounds', () => {
    const parameters = calls.flatMap(({ operation }) => operation.parameters)
    const inQueries = parameters.filter((each) => each.in === 'query')
    expect(new Set(inQueries.map(({ name }) => name))).toEqual(new Set(['offset', 'limit']))
    for (const { name, schema } of inQueries) {
      const bounds = name === 'limit' ? { minimum: 1, maximum: 100, default: 10 } : { minimum: 0, default: 0 }
      expect(schema).toMatchObject({ type: 'integer', ...bounds })
    }
    const inPaths = parameters.filter((each) => each.in === 'path')
    for (const { schema } of inPaths)
      expect(schema).toEqual({ type: 'integer', minimum: 0, maximum: 1e15 - 1 })
  })

  test('has one success per call, and asks for credentials everywhere but where anybody may read', () => {
    const schemes = Object.keys(document.components.securitySchemes)
    for (const { name, operation, status, isForAll } of calls) {
      const successes = Object.keys(operation.responses).filter((each) => Number(each) < 300)
      expect(successes, name).toEqual([String(status)])
      if (!isForAll) expect(operation.security.flatMap((each) => Object.keys(each))).toEqual(schemes)
    }
    expect(calls.filter(({ isForAll }) => isForAll).map(({ path }) => path)).toEqual(
      calls.map(({ path }) => path).filter((path) => /^\/api\/(players|news)/.test(path)),
    )
  })

  test('gives examples that its own schemas accept', () => {
    const examples = Object.entries(document.components.schemas).filter(([, { example }]) => example)
    expect(examples.length).toBeGreaterThan(5)
    for (const [name, { example }] of examples) {
      const fit = checkerOf(document, { $ref: `#/components/schemas/${name}` }).safeParse(example)
      expect(fit.success ? [] : fit.error.issues, name).toEqual([])
    }
  })
})

describe('its limits are those of the checks', () => {
  const six = () =>
    affordableCodes.map((code) => world.contest.entries.find((entry) => entry.code === code)?.id ?? 0)
  const schemaOf = (name: string) => JSON.stringify(document.components.schemas[name])
  const send = (name: string, body: object) => {
    const [method = '', path = ''] = name.split(' ')
    return sendCall(app, { method, path, body, as: world.ada })
  }

  /** The limit of a field in the document. */
  function limitOf(schema: string, field: string): number {
    return Number(new RegExp(`"${field}":.*?"maxLength":(\\d+)`).exec(schemaOf(schema))?.[1])
  }

  test.each([
    ['POST /api/teams/mine', 'TeamDraft', 'teamName', 64],
    ['POST /api/teams/mine', 'TeamDraft', 'managerName', 64],
    ['POST /api/leagues', 'LeagueDraft', 'leagueName', 128],
    ['POST /api/admin/news', 'ArticleDraft', 'title', 200],
    ['POST /api/admin/news', 'ArticleDraft', 'titleUrl', 200],
    ['POST /api/admin/news', 'ArticleDraft', 'summary', 500],
    ['POST /api/admin/news', 'ArticleDraft', 'imageCredit', 200],
    ['POST /api/admin/news', 'ArticleDraft', 'content', 80 * 1024],
  ])('%s: %s.%s', async (name, schema, field, limit) => {
    expect(limitOf(schema, field)).toBe(limit)
    const valid = { teamName: 'x', managerName: 'x', players: six(), leagueName: 'x', title: 'x' }
    expect((await send(name, { ...valid, [field]: 'x'.repeat(limit) })).status).toBeLessThan(300)
    const refused = await send(name, { ...valid, [field]: 'x'.repeat(limit + 1) })
    expect([refused.status, refused.json()]).toMatchObject([
      422,
      { fieldErrors: { [field]: expect.any(String) } },
    ])
  })

  test('six countries in a team and a line-up', async () => {
    for (const schema of ['TeamDraft', 'LineupDraft']) {
      expect(document.components.schemas[schema]).toMatchObject({
        properties: { players: { minItems: 6, maxItems: 6 } },
      })
    }
    for (const name of ['POST /api/teams/mine', 'POST /api/teams/mine/lineup/round/1']) {
      for (const players of [six().slice(1), [...six(), 1]]) {
        const { status } = await send(name, { teamName: 'x', managerName: 'x', players })
        expect(status).toBe(422)
      }
    }
  })

  test('numbers of fifteen digits in a path', async () => {
    for (const [number, status] of [
      ['9'.repeat(15), 404],
      [`1${'0'.repeat(15)}`, 400],
      ['9'.repeat(400), 400],
    ])
      expect((await sendCall(app, { method: 'GET', path: `/api/news/${number}` })).status).toBe(status)
  })

  test('bytes of a body', async () => {
    const limitOfBody = (name: string) =>
      calls
        .find((call) => call.name === name)
        ?.operation.parameters.find((each) => each.name === 'Content-Length')?.schema.maximum
    expect(limitOfBody('POST /api/leagues')).toBe(100 * 1024)
    for (const [length, status] of [
      [100 * 1024, 422],
      [100 * 1024 + 1, 413],
    ] as const) {
      const raw = JSON.stringify({ leagueName: '' }).padEnd(length)
      expect((await sendCall(app, { method: 'POST', path: '/api/leagues', raw, as: world.ada })).status).toBe(
        status,
      )
    }
    expect(limitOfBody('POST /api/admin/news/upload/news-image')).toBe(8 * 1024 * 1024)
    expect(JSON.stringify(document.paths)).toContain(`"maxLength":${5 * 1024 * 1024}`)
  })
})

describe('the build', () => {
  const others = ['/api/_index', '/api/{}', '/api/$', '/api/openapi.json']

  test('has a route for every call, and a call for every route', async () => {
    const paths = (await listRoutes()).all.filter((id) => id.startsWith('api.')).map(pathOf)
    expect(paths.length).toBeGreaterThan(10)
    const documented = new Set(calls.map(({ path }) => path))
    expect(paths.filter((path) => !others.includes(path) && !documented.has(path))).toEqual([])
    const unserved = [...documented].filter((path) => !paths.some((route) => isServedBy(path, route)))
    expect(unserved, 'calls that no route answers').toEqual([])
  })

  /** '…/round/last' is handled by the route of '…/round/{round}'. */
  function isServedBy(path: string, route: string): boolean {
    return new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
  }

  test('finds the call of an address with fixed words before numbers', () => {
    expect(findCall(calls, 'GET', '/api/teams/mine/points/round/last?x=1')?.path).toBe(
      '/api/teams/mine/points/round/last',
    )
    expect(findCall(calls, 'GET', '/api/teams/7/points/round/last')?.path).toBe(
      '/api/teams/{teamId}/points/round/last',
    )
    expect(findCall(calls, 'GET', '/api/teams/7/points')).toBeUndefined()
  })
})

describe('for people', () => {
  test('the page /api tells every call with its errors', async () => {
    const { text } = await app.get('/api')
    for (const { name, operation, errors } of calls) {
      expect(text).toContain(name)
      expect(text).toContain(textOf(operation.summary))
      for (const errorType of errors.keys()) expect(text).toContain(errorType)
    }
  })

  test('the examples of docs/api.md are calls', () => {
    const text = readFileSync('docs/api.md', 'utf8').replaceAll('\\\n', ' ')
    const known: Record<string, string> = {
      SIX: '[1,2,3,4,5,6]',
      ORDER: '[6,5,4,3,2,1]',
      ID: '3',
      SECRET: '"x"',
      PLAYER: '2',
    }
    const examples = text
      .split('\n')
      .filter((line) => /curl .*\$DOUZE\/api/.test(line))
      .map((line) => line.replace(/\$([A-Z]+)/g, (whole, name: string) => known[name] ?? whole))
    expect(examples.length).toBeGreaterThan(8)
    for (const line of examples) {
      const path = /\$DOUZE([^"]+)"/.exec(line)?.[1] ?? ''
      const method = /-X (\w+)/.exec(line)?.[1] ?? (line.includes(' -d ') ? 'POST' : 'GET')
      const call = findCall(calls, method, path)
      expect(call?.name, line).toBeDefined()
      const sent = / -d (["'])(.*)\1/.exec(line)?.[2]?.replaceAll('\\"', '"')
      const schema = call?.operation.requestBody?.content['application/json']?.schema
      expect(sent !== undefined, line).toBe(schema !== undefined)
      if (sent && schema)
        expect(checkerOf(document, schema).safeParse(JSON.parse(sent)).success, line).toBe(true)
    }
  })
})

describe('what is no call', () => {
  test.each(['/api/nothing', '/api/teams/1', '/api/players.data', '/api/teams/mine.data', '/api/_index'])(
    '%s is 404 in the envelope, whatever the method',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await sendCall(app, { method, path })
        expect(answer.json(), `${method} ${path}`).toMatchObject({ errorType: 'NOT_FOUND', status: 404 })
        expect(answer.status).toBe(404)
      }
    },
  )

  test.each(['/api', '/api/'])('%s is a page, which only reads', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await sendCall(app, { method, path })
      expect(answer.json(), method).toMatchObject({ errorType: 'METHOD_NOT_ALLOWED', status: 405 })
      expect(answer.headers.get('Allow')).toBe('GET, HEAD')
    }
    expect((await app.get(path)).text).toContain('GET /api/players')
  })
})

test('while the provider is out of reach a token cannot be checked: 503, and sessions work on', async () => {
  const claims = Buffer.from('{"alg":"RS256"}').toString('base64url')
  const call = { method: 'GET', path: '/api/teams/mine' }
  const answer = await sendCall(app, { ...call, bearer: `${claims}.${claims}.x` })
  expect(answer.json()).toMatchObject({ errorType: 'SERVICE_UNAVAILABLE', status: 503 })
  expect(answer.headers.get('Retry-After')).toBe('5')
  expect((await sendCall(app, { ...call, as: await app.login('anna') })).status).toBe(200)
})
