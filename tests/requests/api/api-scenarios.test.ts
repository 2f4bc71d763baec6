import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints as contract } from '#app/api/endpoints.ts'
import type { DocumentedCall } from '#tests/support/api-document.ts'
import { type ApiRequest, type ApiResponse, sendCall } from '#tests/support/api-requests.ts'
import { type ApiWorld, type Caller, openApiWorld } from '#tests/support/api-world.ts'
import { isRemixServe } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { isOnPostgres, lockDatabase, runStatements } from '#tests/support/databases.ts'
import { adminScenarios } from './scenarios/admin.ts'
import { callerScenarios } from './scenarios/callers.ts'
import { type ContractCheck, createContractCheck, readError } from './scenarios/contract-check.ts'
import { gameScenarios } from './scenarios/game.ts'
import { leagueScenarios } from './scenarios/leagues.ts'
import { lineupScenarios } from './scenarios/lineups.ts'
import { newsScenarios } from './scenarios/news.ts'
import { pointScenarios } from './scenarios/points.ts'
import type { Scenario } from './scenarios/scenario.ts'
import { teamScenarios } from './scenarios/teams.ts'

/**
 * The JSON API (spec 7, product.md D): the tables in scenarios/ contain the responses of every endpoint, this file tests
 * what all endpoints have in common. A new endpoint gets scenarios in its noun's table, the first a success; the loops and
 * the last test read it from the OpenAPI document.
 */
const tables = {
  Players: gameScenarios,
  Teams: teamScenarios,
  'Line-ups': lineupScenarios,
  Points: pointScenarios,
  Leagues: leagueScenarios,
  Administration: adminScenarios,
  News: newsScenarios,
  Callers: callerScenarios,
}
const scenarios: readonly Scenario[] = Object.values(tables).flat()
const names = contract.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
const writes = names.filter((name) => !name.startsWith('GET '))
const reads = names.filter((name) => name.startsWith('GET '))

let world: ApiWorld
let trial: ContractCheck

beforeAll(async () => {
  world = await openApiWorld()
  trial = await createContractCheck(world)
})
afterAll(() => world.close())

/** An endpoint of the document and its first successful scenario, in that scenario's phase. */
async function begin(name: string, change: Partial<Scenario> = {}) {
  const call = trial.calls.find((each) => each.name === name)
  if (!call) throw new Error(`${name} is not in the document`)
  const scenario = scenarios.find((each) => each.status < 400 && !each.bearer && isOf(each, call.path, name))
  if (!scenario) throw new Error(`No scenario in which ${name} succeeds`)
  await world.enter(change.phase ?? scenario.phase ?? 'before')
  return { call, sent: await trial.toSent({ ...scenario, ...change }) }
}

function isOf({ request }: Scenario, path: string, name: string): boolean {
  const [method = '', target = ''] = request.split(' ')
  const [pathname = ''] = target.split('?')
  const shape = path.replace(/\{\w+\}/g, '(\\d+|\\{\\w+\\})')
  return name.startsWith(`${method} `) && new RegExp(`^${shape}$`).test(pathname)
}

async function expectRefused(sent: ApiRequest, errorType: string): Promise<ApiResponse> {
  const before = await world.dump()
  const answer = await trial.send(sent)
  expect(readError(answer).errorType, `${sent.path} ${answer.text}`).toBe(errorType)
  expect(await world.dump()).toEqual(before)
  return answer
}

/** remix-serve leaves empty headers out, and has no refusals of its own in front of Remix: those are of server.ts only. */
const isSendable = ({ headers = {} }: Scenario) => !isRemixServe || !Object.values(headers).includes('')

describe.each(Object.entries(tables))('%s', (_, table) => {
  test.each(table.filter(isSendable))('$name', async (scenario) => {
    await world.enter(scenario.phase ?? 'before')
    if (scenario.at) await world.app.setClock(scenario.at)
    const sent = await trial.toSent(scenario)
    const before = await world.dump()
    const answer = await trial.send(sent)
    expect(answer.status, answer.text).toBe(scenario.status)
    const told = answer.status < 400 ? undefined : readError(answer)
    expect(told?.errorType).toBe(scenario.errorType)
    if (told) expect(told.status).toBe(scenario.status)
    expect(Object.keys(told?.fieldErrors ?? {}).sort()).toEqual([...(scenario.fields ?? [])])
    for (const part of scenario.contains ?? []) expect(answer.text).toMatch(part)
    for (const part of scenario.lacks ?? []) expect(answer.text).not.toMatch(part)
    const after = await world.dump()
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(scenario.changes ?? [])
  })
})

test('the tables are long enough, and every name is unique', () => {
  expect(scenarios.length).toBeGreaterThan(120)
  const twice = scenarios.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at)
  expect(twice).toEqual([])
})

test('JSON in UTF-8 is accepted with a charset parameter and with a byte order mark', async () => {
  for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'utf8']) {
    const { call, sent } = await begin('POST /api/leagues')
    const raw = `\ufeff${JSON.stringify(sent.body)}`
    const headers = { 'content-type': `Application/JSON;  charset=${charset}` }
    expect((await trial.send({ ...sent, raw, headers })).status, charset).toBe(call.status)
  }
})

describe('valid credentials are required', () => {
  test.each(names)('%s', async (name) => {
    for (const caller of ['anonymous', 'expired'] as const) {
      const { call, sent } = await begin(name, { caller })
      if (call.isForAll) return
      await expectRefused(sent, 'UNAUTHENTICATED')
      await expectRefused({ ...sent, bearer: 'a.b.c' }, 'UNAUTHENTICATED')
    }
  })
})

describe('admin endpoints are for admins', () => {
  test.each(names.filter((name) => name.includes('/admin/')))('%s', async (name) => {
    for (const caller of ['anna', 'dora'] as const) {
      const { call, sent } = await begin(name, { caller })
      expect(call.isForAdmins).toBe(true)
      await expectRefused(sent, 'ACCESS_DENIED')
    }
  })
})

describe('without a game', () => {
  test.each(names)('%s', async (name) => {
    const { call, sent } = await begin(name, { phase: 'no game' })
    if (call.errors.has('ACTIVE_GAME_MISSING')) await expectRefused(sent, 'ACTIVE_GAME_MISSING')
  })
})

/** Invalid numbers: a path accepts up to 15 plain digits without a leading 0. */
const noNumbers = [
  'x',
  '01',
  '00',
  '-1',
  '1.5',
  '1e3',
  '+1',
  '0x1',
  '%201',
  '1%00',
  '9007199254740993',
  '١',
  'NaN',
]

describe('an invalid path', () => {
  test.each(names)('%s', async (name) => {
    const { call, sent } = await begin(name)
    for (const parameter of call.operation.parameters.filter((each) => each.in === 'path')) {
      for (const value of noNumbers) {
        const at = call.path.split('/').indexOf(`{${parameter.name}}`)
        const path = sent.path
          .split('/')
          .map((part, index) => (index === at ? value : part))
          .join('/')
        await expectRefused({ ...sent, path }, 'BAD_REQUEST')
      }
    }
  })
})

describe('an invalid query', () => {
  const limits = ['0', '101', '1e9', '1000000000', '-1', '', 'x', '1.5', '+1', '%00', '10&limit=10']
  const offsets = ['-1', '1e9', '1000000000', '9007199254740993', '', 'x', '0.5', '%ED%A0%80', '0&offset=0']
  test.each(names)('%s', async (name) => {
    const { call, sent } = await begin(name)
    if (!call.operation.parameters.some((each) => each.in === 'query')) return
    const path = sent.path.split('?')[0] ?? ''
    for (const value of limits)
      await expectRefused({ ...sent, path: `${path}?limit=${value}` }, 'BAD_REQUEST')
    for (const value of offsets)
      await expectRefused({ ...sent, path: `${path}?offset=${value}` }, 'BAD_REQUEST')
    const flood = Array.from({ length: 501 }, (_, n) => `a${n}=`).join('&')
    await expectRefused({ ...sent, path: `${path}?${flood}` }, 'BAD_REQUEST')
  })
})

if (!isRemixServe)
  describe('a read with a body', () => {
    test.each(reads)('%s', async (name) => {
      const { sent } = await begin(name)
      await expectRefused({ ...sent, body: {} }, 'BAD_REQUEST')
      await expectRefused({ ...sent, headers: { 'transfer-encoding': 'chunked' } }, 'BAD_REQUEST')
    })
  })

const deep = '['.repeat(50_000) + ']'.repeat(50_000)

describe('a body that is', () => {
  if (!isRemixServe)
    test.each(writes)('broken or of another kind: %s', async (name) => {
      const { call, sent } = await begin(name)
      const text = sent.raw ?? JSON.stringify(sent.body ?? {})
      await expectRefused({ ...sent, headers: { 'transfer-encoding': 'chunked' } }, 'LENGTH_REQUIRED')
      const tooLong = String(call.operation.requestBody && !call.takesJson ? 7_000_000 : 100 * 1024 + 1)
      await expectRefused({ ...sent, raw: text, headers: { 'content-length': tooLong } }, 'PAYLOAD_TOO_LARGE')
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
        await expectRefused(
          { ...sent, raw: text, headers: { 'content-type': type } },
          'UNSUPPORTED_MEDIA_TYPE',
        )
      }
      const packed = { ...sent, raw: text, headers: { 'content-encoding': 'gzip' } }
      await expectRefused(packed, 'UNSUPPORTED_MEDIA_TYPE')
      if (!call.takesJson) return
      for (const charset of ['utf-16', 'iso-8859-1', '']) {
        const headers = { 'content-type': `application/json; charset=${charset}` }
        await expectRefused({ ...sent, raw: text, headers }, 'UNSUPPORTED_MEDIA_TYPE')
      }
      await expectRefused({ ...sent, raw: Buffer.from('{"leagueName":"Caf\xe9"}', 'latin1') }, 'BAD_REQUEST')
      for (const raw of ['{', '', 'undefined', '{"a":1,}', "{'a':1}", '[1] 2', deep.slice(1)]) {
        await expectRefused({ ...sent, raw }, 'BAD_REQUEST')
      }
    })

  test.each(writes)('JSON, and not what is asked for: %s', async (name) => {
    const { call, sent } = await begin(name)
    if (!call.takesJson) return
    for (const raw of ['null', '[]', '{}', '"x"', '0', 'true', deep, '{"__proto__":{"isAdmin":true}}']) {
      await expectRefused({ ...sent, raw }, 'VALIDATION_FAILED')
    }
    expect(Object.keys(Object.prototype)).toEqual([])
    expect('isAdmin' in {}).toBe(false)
  })

  test.each(writes)('right, with keys that mean nothing: %s', async (name) => {
    const { call, sent } = await begin(name)
    if (!call.takesJson) return
    const raw = JSON.stringify(sent.body).replace(
      /\}$/,
      ',"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"toString":1}',
    )
    expect((await trial.send({ ...sent, raw })).status).toBe(call.status)
    expect('isAdmin' in {}).toBe(false)
    expect(String({})).toBe('[object Object]')
  })

  test.each(writes)('sent by another site: %s', async (name) => {
    const { sent } = await begin(name)
    await expectRefused({ ...sent, headers: { origin: 'https://evil.example' } }, 'ACCESS_DENIED')
    await expectRefused({ ...sent, headers: { 'sec-fetch-site': 'same-site' } }, 'ACCESS_DENIED')
  })
})

if (!isRemixServe)
  describe('a method that the document does not list', () => {
    test.each([...new Set(names.map((name) => name.split(' ')[1] ?? ''))])('%s', async (path) => {
      const own = trial.calls.filter((call) => call.path === path)
      const { sent } = await begin(own[0]?.name ?? '')
      const allowed = own.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (each) => !allowed.includes(each),
      )) {
        const bare = { ...sent, body: undefined, raw: undefined, headers: undefined }
        const answer = await sendCall(world.app, { ...bare, method })
        expect([answer.status, readError(answer).errorType]).toEqual([405, 'METHOD_NOT_ALLOWED'])
        expect(answer.headers.get('Allow')).toBe(allowed.join(', '))
      }
    })
  })

if (!isRemixServe)
  describe('a HEAD request', () => {
    test.each(reads)('%s', async (name) => {
      const { sent } = await begin(name)
      const [whole, head] = [await trial.send(sent), await sendCall(world.app, { ...sent, method: 'HEAD' })]
      for (const { headers } of [whole, head]) for (const own of ['X-Request-Id', 'Date']) headers.delete(own)
      expect([head.status, [...head.headers]]).toEqual([whole.status, [...whole.headers]])
      expect((await sendCall(world.app, { ...sent, method: 'HEAD', bearer: 'a.b.c' })).status).toBe(
        name === 'GET /api/players' || name.startsWith('GET /api/news') ? 200 : 401,
      )
    })
  })

if (!isRemixServe)
  test.each(reads)('a read that has changed nothing since is 304, as documented: %s', async (name) => {
    const { call, sent } = await begin(name)
    const tag = (await trial.send(sent)).headers.get('ETag') ?? ''
    const again = await sendCall(world.app, { ...sent, headers: { 'If-None-Match': tag } })
    expect([again.status, again.text, again.headers.get('ETag')]).toEqual([304, '', tag])
    expect(call.operation.responses[304]?.headers).toHaveProperty('ETag')
    const parameters = call.operation.parameters.map((each) => each.name)
    expect(parameters).toContain('If-None-Match')
  })

describe('over a rate limit', () => {
  if (!isRemixServe)
    test.each(reads)('reads of one address: %s', async (name) => {
      const { sent } = await begin(name)
      const address = `198.51.100.${reads.indexOf(name)}`
      const counted = { ...sent, address }
      for (let n = 0; n < 299; n += 1) await knock(address)
      expect((await trial.send(counted)).status).toBeLessThan(400)
      const answer = await expectRefused(counted, 'TOO_MANY_REQUESTS')
      expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(10)
      expect((await trial.send({ ...sent, address: `${address}0` })).status).toBeLessThan(400)
    })

  test.each(writes)('writes of one manager: %s', async (name) => {
    const { call, sent } = await begin(name)
    const most = /teams\/mine/.test(call.path) ? 30 : /upload/.test(call.path) ? 20 : 60
    // Uploads are limited per hour: earlier and later ones must be sent by other admins.
    const nextHour = () => world.passTime(3_600_000)
    if (most === 20) await nextHour()
    const bad = spoil(call, sent)
    for (let n = 0; n < most; n += 1) await expectStatus(bad, 400)
    await expectRefused(bad, 'TOO_MANY_REQUESTS')
    const answer = await expectRefused({ ...sent, address: '203.0.113.7' }, 'TOO_MANY_REQUESTS')
    expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(most === 20 ? 3600 : 60)
    if (most === 20) await nextHour()
  })

  test('wrong invites: ten in ten minutes, then the right one does not help either', async () => {
    const { sent } = await begin('POST /api/leagues/{leagueId}/join', { caller: 'fay', phase: 'between' })
    await world.passTime(600_000)
    for (let n = 0; n < 10; n += 1) {
      await expectRefused({ ...sent, body: { leagueSecret: `wrong ${n}` } }, 'INVALID_INVITE')
    }
    await expectRefused(sent, 'TOO_MANY_REQUESTS')
  })
})

/** The same request in a form that is counted and then gets 400. */
function spoil({ operation, takesJson }: DocumentedCall, sent: ApiRequest): ApiRequest {
  if (takesJson) return { ...sent, raw: '{' }
  return operation.requestBody ? { ...sent, raw: 'x' } : { ...sent, path: `${sent.path}x` }
}

/** One more read of an address. */
const knock = (address: string) => sendCall(world.app, { method: 'GET', path: '/api/players', address })

async function expectStatus(sent: ApiRequest, status: number): Promise<void> {
  const answer = await trial.send(sent)
  expect(answer.status, answer.text).toBe(status)
}

if (!isRemixServe)
  test('at capacity every call is refused, and is handled again afterwards', async () => {
    const calls = []
    for (const name of names) calls.push((await begin(name)).sent)
    // Thirty saves of one manager wait at most. They are refused once the lock is theirs, so that nothing is stored.
    const body = { teamName: 'No team', managerName: 'Nobody', players: [] }
    const savers: Browser[] = []
    for (let n = 0; n < 40; n += 1) savers.push(await world.app.login(`saver ${n}`))
    const save = (n: number) =>
      sendCall(world.app, { method: 'POST', path: '/api/teams/mine', body, as: savers[n % savers.length] })
    const release = await lockDatabase(world.app.location)
    // The first wait for the lock, and all others for them.
    const waiting = Array.from({ length: 1100 }, (_, n) => save(n))
    try {
      expect((await Promise.race(waiting)).status).toBe(503)
      for (const sent of calls) {
        waiting.push(save(waiting.length))
        expect(readError(await trial.send(sent)).errorType, sent.path).toBe('SERVICE_UNAVAILABLE')
      }
    } finally {
      await release()
    }
    await Promise.all(waiting)
    const { call, sent } = await begin('GET /api/teams/mine')
    expect((await trial.send(sent)).status).toBe(call.status)
  })

test('a save to a locked database gets 503 with Retry-After, and nothing is stored', async () => {
  const { sent } = await begin('POST /api/teams/mine', { caller: 'dora' satisfies Caller })
  const release = await lockDatabase(world.app.location)
  const answer = await expectRefused(sent, 'SERVICE_UNAVAILABLE').finally(release)
  expect(answer.status).toBe(503)
  expect((await trial.send(sent)).status).toBe(200)
})

describe('a broken database', () => {
  const broken = ['games', 'leagues', 'articles', 'images']
  const renameTables = (toStatement: (table: string) => string) =>
    runStatements(
      world.app.location,
      ...(isOnPostgres ? [] : ['pragma legacy_alter_table = on']),
      ...broken.map(toStatement),
      // What is remembered of the season is read again.
      `update versions set n = n + 1 where topic = 'game'`,
    )
  test.each(names)('%s', async (name) => {
    const { sent } = await begin(name)
    await renameTables((table) => `alter table ${table} rename to ${table}_away`)
    try {
      let id: string | null = null
      const lines = await world.app.logged(async () => {
        const answer = await trial.send(sent)
        expect(readError(answer)).toMatchObject({ errorType: 'SERVER_ERROR', status: 500 })
        id = answer.headers.get('X-Request-Id')
      }, 'bug')
      expect(lines).toEqual([expect.stringMatching(/no such table|relation .+ does not exist/)])
      if (!isRemixServe) expect(lines).toEqual([expect.stringContaining(`"id":"${id}"`)])
    } finally {
      await renameTables((table) => `alter table ${table}_away rename to ${table}`)
    }
  })
})

if (!isRemixServe)
  test('every endpoint of the document has succeeded, and has returned every error that it documents', () => {
    expect(trial.calls.map(({ name }) => name)).toEqual(names)
    expect(trial.untried()).toEqual([])
  })
