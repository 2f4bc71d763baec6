import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { room } from '#app/http/room.server.ts'
import { openDump } from '#tests/dump.ts'
import { before } from '#tests/play.ts'
import { freePort } from '#tests/provider.ts'
import { type Reply, signIn, startServer } from '#tests/server.ts'

/**
 * Who is turned away first when too many are here, over real sockets. Sign-ins fill the house: each stays until the
 * provider, which takes connections and says nothing, is let go.
 */
let server: Awaited<ReturnType<typeof startServer>>
let silent: Server
let cookie: string
let dump: ReturnType<typeof openDump>
const sockets = new Set<Socket>()
const waiting: Promise<Reply>[] = []

beforeAll(async () => {
  const port = await freePort()
  silent = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(port, 'localhost')
  await once(silent, 'listening')
  server = await startServer({ OIDC_ISSUER: `http://localhost:${port}`, DEMO: '1' })
  cookie = await signIn(server.databaseFile)
  dump = openDump(server.databaseFile)
  await post('/demo/clock', { now: before })
  expect((await saveTeam('First')).status).toBe(303)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  silent.close()
  dump.close()
  await server.stop()
})

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

let addresses = 0
/** Begins sign-ins, each from an address of its own. */
function begin(count: number): void {
  for (let n = 0; n < count; n += 1) {
    addresses += 1
    const from = { 'X-Forwarded-For': `10.${addresses >> 8}.${addresses & 255}.1` }
    waiting.push(post('/auth/sign-in', { redirectTo: '/' }, from))
  }
}

/** Begins a few at a time until `probe` is turned away, and then as many as fill the house, should it have been late only. */
async function fill(probe: () => Promise<Reply>, most: number): Promise<Reply> {
  for (let begun = 0; begun <= most; begun += 50) {
    begin(50)
    const answer = await probe()
    if (answer.status !== 503) continue
    begin(room.reads)
    return answer
  }
  throw new Error(`${most} are here, and nobody is turned away`)
}

test('a full house turns reads away and says when to come back; a save, its pages and the health page have room', async () => {
  const free = ['/songs', '/api/players', '/favicon.ico']
  for (const path of free) expect((await get(path)).status).toBe(200)
  const page = await fill(() => get('/game', { Cookie: cookie }), 5 * room.reads)
  expect([page.headers['retry-after'], page.body.includes('no room for this request')]).toEqual(['2', true])
  const [call, form, health, saved] = await Promise.all([
    get('/api/teams/mine', { Cookie: cookie }),
    get('/game/team', { Cookie: cookie }),
    get('/healthz'),
    saveTeam('In a full house'),
  ])
  expect([call.status, call.headers['retry-after']]).toEqual([503, '2'])
  expect(JSON.parse(call.body).errorType).toBe('SERVICE_UNAVAILABLE')
  expect([form.status, form.body.includes('Save Team')]).toEqual([200, true])
  expect([health.status, saved.status, saved.headers.location]).toEqual([200, 303, '/game/team'])
  const kept = await Promise.all(free.map((path) => get(path)))
  expect(kept.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(JSON.parse(health.body)).toMatchObject({ degraded: true, ready: true })
  expect(health.body).toContain('readers were turned away')
  expect(dump.read().teams).toContain('In a full house')
  const note = String(saved.headers['set-cookie']).split(';')[0] ?? ''
  const told = await get('/game/team', { Cookie: `${cookie}; ${note}` })
  expect([told.status, told.body.includes('Team saved successfully')]).toEqual([200, true])

  silent.close()
  for (const socket of sockets) socket.destroy()
  const ends = new Set((await Promise.all(waiting)).map(({ status }) => status))
  expect([...ends]).toEqual([502])
  expect((await get('/game', { Cookie: cookie })).status).toBe(200)
}, 60_000)

test('hops named by a trusted proxy are counted one by one, those that anybody else names not at all', async () => {
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
