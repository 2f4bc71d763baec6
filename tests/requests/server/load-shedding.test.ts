import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { openDump } from '#tests/support/database-dump.ts'
import { before } from '#tests/support/game-steps.ts'
import { freePort } from '#tests/support/provider.ts'
import { type RawResponse, signIn, startServer } from '#tests/support/server.ts'

/** Load shedding over real sockets: which requests are refused first, and which wait outside the queue. */
let server: Awaited<ReturnType<typeof startServer>>
let silent: Server
let cookie: string
let dump: ReturnType<typeof openDump>
const sockets = new Set<Socket>()

beforeAll(async () => {
  const { provider, issuer } = await startProvider(staySilent)
  silent = provider
  server = await startServer({ OIDC_ISSUER: issuer, DEMO: '1' })
  cookie = await signIn(server.database)
  dump = openDump(server.database)
  await post('/demo/clock', { now: before })
  expect((await saveTeam('First')).status).toBe(303)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  silent.close()
  await dump.close()
  await server.stop()
})

const staySilent = (socket: Socket) => sockets.add(socket.on('error', () => {}))

async function startProvider(answer: (socket: Socket) => void) {
  const port = await freePort()
  const provider = createServer(answer).listen(port, 'localhost')
  await once(provider, 'listening')
  return { provider, issuer: `http://localhost:${port}` }
}

const get = (path: string, headers: Record<string, string> = {}) =>
  server.ask({ path, headers: { Host: `localhost:${server.port}`, ...headers } })

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields).toString()
  const type = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body.length) }
  const ours = { Host: `localhost:${server.port}`, Origin: server.origin, ...type, ...headers }
  return server.ask({ method: 'POST', path, headers: ours }, body)
}

const picks = 'AT.GR.DE.NO.SM.PT'
const saveTeam = (teamName: string) =>
  post('/game/team', { intent: 'save', teamName, managerName: 'Anna', picks }, { Cookie: cookie })

/** More concurrent reads than the capacity, each from a different address, and something else before each of them. */
const crowd = (before?: () => void) =>
  Array.from({ length: 2 * capacity.reads + 50 }, (_, n) => {
    before?.()
    return get('/game', { Cookie: cookie, 'X-Forwarded-For': `10.0.${n >> 8}.${n & 255}` })
  })

test('at capacity reads are refused with Retry-After; a save, its pages and the health page are served', async () => {
  const free = ['/songs', '/api/players', '/favicon.ico']
  for (const path of free) expect((await get(path)).status).toBe(200)
  const misdirected: Promise<RawResponse>[] = []
  const reads = crowd(() => misdirected.push(get('/game', { Cookie: cookie, Host: 'elsewhere.example' })))
  const [form, health, saved, ...kept] = await Promise.all([
    get('/game/team', { Cookie: cookie }),
    get('/healthz'),
    saveTeam('In a full house'),
    ...free.map((path) => get(path)),
  ])
  const answers = await Promise.all(reads)
  const [turnedAway] = answers.filter(({ status }) => status === 503)
  expect([turnedAway?.headers['retry-after'], turnedAway?.body.includes('too busy at the moment')]).toEqual([
    '2',
    true,
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
  // By its head alone, like the reads beside it: with room it is redirected.
  expect(new Set((await Promise.all(misdirected)).map(({ status }) => status))).toEqual(new Set([308, 503]))
  expect((await get('/game', { Host: 'elsewhere.example' })).status).toBe(308)
  expect([form.status, form.body.includes('Save Team')]).toEqual([200, true])
  expect([health.status, saved.status, saved.headers.location]).toEqual([200, 303, '/game/team'])
  expect(kept.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await get('/healthz')).body).toContain('readers were turned away')
  expect((await dump.read()).teams).toContain('In a full house')
  const note = String(saved.headers['set-cookie']).split(';')[0] ?? ''
  const told = await get('/game/team', { Cookie: `${cookie}; ${note}` })
  expect([told.status, told.body.includes('Team saved successfully')]).toEqual([200, true])
}, 60_000)

test('sign-ins that wait for a silent provider delay no other request: further ones get Retry-After', async () => {
  const signIns = Array.from({ length: 220 }, (_, n) =>
    post('/auth/sign-in', { redirectTo: '/' }, { 'X-Forwarded-For': `10.1.${n}.1` }),
  )
  const turnedAway: RawResponse[] = []
  for (const signIn of signIns) void signIn.then((reply) => reply.status === 503 && turnedAway.push(reply))
  while (turnedAway.length < 220 - capacity.signIns) expect((await get('/healthz')).status).toBe(200)
  for (const path of ['/game', '/game/team', '/api/teams/mine'])
    expect((await get(path, { Cookie: cookie })).status).toBe(200)
  expect((await saveTeam('Beside sign-ins')).status).toBe(303)
  expect(turnedAway[0]?.headers['retry-after']).toBe('5')

  silent.close()
  for (const socket of sockets) socket.destroy()
  const ends = (await Promise.all(signIns)).map(({ status }) => status)
  expect(ends.filter((status) => status === 502)).toHaveLength(capacity.signIns)
}, 60_000)

test('API requests whose tokens cannot be verified delay no other request: further ones get Retry-After', async () => {
  const { provider, issuer } = await startProvider(staySilent)
  const other = await startServer({ OIDC_ISSUER: issuer, DATABASE_FILE: server.database })
  const [header, payload] = [{ alg: 'RS256', kid: 'made up' }, { sub: 'x' }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const calls = Array.from({ length: capacity.visitorChecks + 20 }, (_, n) =>
    other.ask({
      method: 'POST',
      path: '/api/leagues',
      headers: {
        Host: `localhost:${other.port}`,
        Authorization: `Bearer ${header}.${payload}.c2lnbmF0dXJl${n}`,
        'X-Forwarded-For': `10.2.${n}.1`,
        'Content-Length': '0',
      },
    }),
  )
  const refused = await Promise.race(calls)
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
  const page = await other.ask({
    path: '/game',
    headers: { Host: `localhost:${other.port}`, Cookie: cookie },
  })
  expect(page.status).toBe(200)
  provider.close()
  for (const socket of sockets) socket.destroy()
  const statuses = new Set((await Promise.all(calls)).map(({ status }) => status))
  expect([...statuses]).toEqual([503])
  await other.stop()
}, 60_000)

test('sign-outs that wait for a silent provider are bounded: further ones get Retry-After, still signed in', async () => {
  const { provider, issuer } = await startProvider(staySilent)
  const other = await startServer({ OIDC_ISSUER: issuer, DATABASE_FILE: server.database })
  const Host = `localhost:${other.port}`
  const cookies: string[] = []
  while (cookies.length <= capacity.signOuts)
    cookies.push(await signIn(server.database, `leaver ${cookies.length}`))
  const outs = cookies.map(async (Cookie) => {
    const headers = { Host, Cookie, Origin: other.origin, 'Content-Length': '0' }
    return { Cookie, ...(await other.ask({ method: 'POST', path: '/auth/sign-out', headers })) }
  })
  const refused = await Promise.race(outs)
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
  expect((await other.ask({ path: '/game', headers: { Host, Cookie: refused.Cookie } })).status).toBe(200)
  provider.close()
  for (const socket of sockets) socket.destroy()
  const statuses = (await Promise.all(outs)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 503)).toHaveLength(1)
  await other.stop()
}, 60_000)

test('reads of the API over the limit of their address are refused before their token is verified', async () => {
  let asked = 0
  const { provider, issuer } = await startProvider((socket) => {
    asked += 1
    socket.destroy()
  })
  const other = await startServer({ OIDC_ISSUER: issuer, DATABASE_FILE: server.database })
  const Host = `localhost:${other.port}`
  const mine = async (headers: Record<string, string>) =>
    (await other.ask({ path: '/api/teams/mine', headers: { Host, ...headers } })).status
  expect(await mine({})).toBe(401)
  for (let n = 1; n < rateLimits.apiRead.max; n += 1)
    expect((await other.ask({ path: '/api/players', headers: { Host } })).status).toBe(200)
  expect(await mine({})).toBe(429)
  expect(await mine({ Authorization: 'Bearer a.b.c' })).toBe(429)
  expect(asked).toBe(0)
  provider.close()
  await other.stop()
}, 60_000)

test('addresses forwarded by a trusted proxy are limited separately, those from any other client are ignored', async () => {
  const invite = '/game/leagues?leagueId=1&invite=wrong'
  const stranger = await startServer({ TRUSTED_PROXIES: '192.0.2.1' })
  const statusesAt = async (ask: typeof stranger.ask, port: number) => {
    const statuses = []
    for (let n = 0; n < 121; n += 1) {
      const headers = { Host: `localhost:${port}`, 'X-Forwarded-For': `203.0.113.${n}` }
      statuses.push((await ask({ path: invite, headers })).status)
    }
    return new Set(statuses)
  }
  expect(await statusesAt(server.ask, server.port)).toEqual(new Set([401]))
  expect(await statusesAt(stranger.ask, stranger.port)).toEqual(new Set([401, 429]))
  const health = await stranger.ask({ path: '/healthz', headers: { Host: 'x' } })
  expect(health.body).toContain('TRUSTED_PROXIES')
  await stranger.stop()
}, 60_000)
