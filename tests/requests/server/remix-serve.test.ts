import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyLimits } from '#app/http/request-body.server.ts'
import { buildBaseHeaders } from '#app/http/security-headers.server.ts'
import { systemClock } from '#db/clock.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { openDump } from '#tests/support/database-dump.ts'
import { isOnPostgres } from '#tests/support/databases.ts'
import { publishPoints } from '#tests/support/scoreboards.ts'
import { makeDatabase, npmServe, runServer, serverEnv, signIn, startServer } from '#tests/support/server.ts'

/**
 * `npm run serve` as a process: what it does at its start, and what the app keeps although nothing stands in front of it. Who
 * sees what, and what is refused, has the project 'remix-serve'.
 */
let server: Awaited<ReturnType<typeof startServer>>
let dump: ReturnType<typeof openDump>
let cookie = ''

beforeAll(async () => {
  server = await startServer({ DATABASE_FILE: await makePublishedDatabase() }, npmServe)
  cookie = await signIn(server.database, 'anna')
  dump = openDump(server.database)
})
afterAll(async () => {
  await dump.close()
  await server.stop()
})

async function makePublishedDatabase(): Promise<string> {
  const file = await makeDatabase()
  const db = openDatabase(file)
  const contest = await findActiveContest(db)
  const scores = contest?.entries.map(({ id }) => ({ entryId: id, points: 12 })) ?? []
  const params = { gameId: contest?.id ?? 0, roundNumber: 1, scores, clock: systemClock }
  expect(await publishPoints(db, params)).toMatchObject({ ok: true })
  await db.destroy()
  return file
}

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }
const fromOwnPage = () => ({
  ...formType,
  Cookie: cookie,
  Origin: server.origin,
  Host: new URL(server.origin).host,
})
const post = (path: string, body: string, headers: Record<string, string | string[]> = {}) =>
  server.ask({ method: 'POST', path, headers: { ...fromOwnPage(), ...headers } }, body)

describe('at its start', () => {
  test('a missing database is told in one sentence', async () => {
    const env = await serverEnv(1, { DATABASE_FILE: '/nowhere/douze.db' })
    const { code, err } = await runServer(env, npmServe).ended
    expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining('Douze cannot start.')]])
  })

  test('the results are loaded, and the server is ready', async () => {
    const { status, body } = await server.ask({ path: '/healthz' })
    expect([status, JSON.parse(body)]).toMatchObject([200, { ready: true }])
  })

  test.skipIf(isOnPostgres)('the database is locked against a restore', async () => {
    const backup = await makeDatabase()
    const { status, stderr } = spawnSync(process.execPath, ['scripts/command.mjs', 'restore', backup], {
      env: { ...process.env, DATABASE_FILE: server.database },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining('is in use')])
  })
})

test('every kind of response has the security headers', async () => {
  const responses = [
    ...(await Promise.all(
      ['/', '/nowhere', '/game.data', '/api/players', '/api/teams', '/feed.xml', '/deadlines.ics'].map(
        (path) => server.ask({ path }),
      ),
    )),
    await server.ask({ path: '/admin/mails' }),
    await server.ask({ path: '/images/nothing.webp' }),
    await post('/consent', 'choice=necessary-only'),
    await post('/game/time-zone', 'intent=host'),
    await post('/auth/sign-in', ''),
  ]
  for (const { headers } of responses) {
    for (const [name, value] of Object.entries(buildBaseHeaders(false)))
      expect(headers[name.toLowerCase()]).toBe(value)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  }
})

test('a forged form changes nothing: 500 from Remix on a page, the app’s own refusal elsewhere', async () => {
  const before = await dump.read()
  const Origin = 'https://evil.example'
  const statuses = [
    (await post('/game/leagues', 'intent=create&leagueName=Forged', { Origin })).status,
    (await post('/consent', 'choice=accept-all', { Origin })).status,
    (await post('/admin/mails', '', { Origin })).status,
    (await post('/api/leagues', '{"leagueName":"Forged"}', { Origin, 'Content-Type': 'application/json' }))
      .status,
  ]
  expect(statuses).toEqual([500, 403, 403, 403])
  expect(await dump.read()).toEqual(before)
})

test('another method than POST runs no action of a page', async () => {
  const before = await dump.read()
  const answer = await server.ask(
    { method: 'PUT', path: '/game/leagues', headers: fromOwnPage() },
    'intent=create&leagueName=Put',
  )
  expect(answer.status).toBe(405)
  expect(await dump.read()).toEqual(before)
})

describe('a body', () => {
  test.each([
    ['of a stated length', (length: number) => ({ 'Content-Length': String(length) })],
    ['of unknown length', () => ({ 'Transfer-Encoding': 'chunked' })],
  ])('%s above its limit is refused in words, and changes nothing', async (_, toHeaders) => {
    const before = await dump.read()
    const form = `intent=create&leagueName=Long&once=${'x'.repeat(bodyLimits.form)}`
    const page = await post('/game/leagues', form, toHeaders(form.length))
    expect([page.status, page.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
    const json = JSON.stringify({ leagueName: 'x'.repeat(bodyLimits.json) })
    const call = await post('/api/leagues', json, {
      'Content-Type': 'application/json',
      ...toHeaders(json.length),
    })
    expect(JSON.parse(call.body)).toMatchObject({ errorType: 'PAYLOAD_TOO_LARGE', status: 413 })
    expect(await dump.read()).toEqual(before)
  })

  test('that ends early is no form', async () => {
    const before = await dump.read()
    const socket = connect(server.port, '127.0.0.1')
    await once(socket, 'connect')
    const head = Object.entries(fromOwnPage()).map(([name, value]) => `${name}: ${value}\r\n`)
    const fields = 'intent=create&leagueName=Cut'
    socket.end(`POST /game/leagues HTTP/1.1\r\n${head.join('')}Content-Length: 1000\r\n\r\n${fields}`)
    socket.resume()
    await once(socket, 'close')
    await server.ask({ path: '/' })
    expect(await dump.read()).toEqual(before)
  })
})

test('nobody is limited by address, nor by one that a header names', async () => {
  const path = '/game/leagues?leagueId=1&invite=wrong'
  const headers = { 'X-Forwarded-For': '192.0.2.1', 'X-Real-IP': '192.0.2.1', Forwarded: 'for=192.0.2.1' }
  const statuses = new Set<number>()
  for (let n = 0; n < 62; n += 1) statuses.add((await server.ask({ path, headers })).status)
  expect([...statuses]).toEqual([401])
})

test('saves are limited by manager', async () => {
  const other = { Cookie: await signIn(server.database, 'limited') }
  const statuses: number[] = []
  for (let n = 0; n < 31; n += 1) statuses.push((await post('/game/team', 'intent=save', other)).status)
  expect([statuses[29], statuses[30]]).toEqual([409, 429])
})

test('SIGTERM ends it', async () => {
  const second = await startServer({}, npmServe)
  expect((await second.ask({ path: '/' })).status).toBe(200)
  expect(await second.stop()).toMatchObject({ code: 0 })
})
