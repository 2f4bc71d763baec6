import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setDemoClock } from '#db/clock.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { lockDatabase } from '#tests/support/databases.ts'
import { affordableCodes } from '#tests/support/game-steps.ts'
import { makeDatabase, signIn, startServer } from '#tests/support/server.ts'

/** Requests that are sent on one connection without waiting for the responses. */
let server: Awaited<ReturnType<typeof startServer>>
let cookie: string

beforeAll(async () => {
  const database = await makeDatabase()
  const db = openDatabase(database)
  await setDemoClock(db, Date.parse('2025-05-10T12:00:00Z'))
  await db.destroy()
  server = await startServer({ DEMO: '1', DATABASE_FILE: database })
  cookie = await signIn(server.database)
})
afterAll(async () => {
  expect((await server.stop()).code).toBe(0)
})

function write(method: string, target: string, more = '', content = 'choice=accept-all'): string {
  const origin = `http://localhost:${server.port}`
  const body = method === 'POST' ? content : ''
  const form = `Origin: ${origin}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`
  const head = `${method} ${target} HTTP/1.1\r\nHost: localhost:${server.port}\r\n${more}`
  return `${head}${method === 'POST' ? form : ''}\r\n${body}`
}

/** All that one connection received until it was closed. */
async function send(bytes: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1').on('error', () => socket.destroy())
  socket.write(bytes)
  return text(socket).catch(() => 'reset')
}

/** A request that saves a team, and waits while the database is locked. */
const saveTeam = (cookie: string) =>
  write(
    'POST',
    '/game/team',
    `Cookie: ${cookie}\r\n`,
    `intent=save&teamName=Lock&managerName=Anna&picks=${affordableCodes.join('.')}`,
  )

const countResponses = (received: string) => received.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0

/** How many requests for a path the log knows. */
async function countHandled(path: string): Promise<number> {
  // The log is written later than the responses: after this line it has all that came before.
  const { headers } = await server.ask({ path: '/robots.txt', headers: { Host: `localhost:${server.port}` } })
  const isMarked = () => server.log().some(({ id }) => id === headers['x-request-id'])
  while (!isMarked()) await new Promise((resolve) => setImmediate(resolve))
  return server.log().filter((line) => line.path === path).length
}

describe('of many requests on one connection only the first are handled, and the connection is closed:', () => {
  test.each([
    ['a file', 'GET', '/favicon.ico', ''],
    ['a cached page', 'GET', '/songs', ''],
    ['a page that is not cached', 'GET', '/news', 'Cookie: flash=x\r\n'],
    ['a page that is none', 'GET', '/none', ''],
    ['a refused path', 'GET', '/a//b', ''],
    ['a form', 'POST', '/consent', ''],
    ['a call', 'GET', '/api/players', ''],
    ['an expectation that nobody meets', 'GET', '/privacy-policy', 'Expect: more\r\n'],
    ['a page of the game', 'GET', '/game', 'signed in'],
    ['a question of the live page', 'GET', '/game/live.json', 'signed in'],
  ])('%s', async (_, method, path, more) => {
    const before = await countHandled(path)
    const one = write(method, path, more === 'signed in' ? `Cookie: ${cookie}\r\n` : more)
    await send(one.repeat(Math.ceil(65_536 / one.length)))
    expect((await countHandled(path)) - before).toBeLessThanOrEqual(16)
    expect((await server.ask({ path: '/healthz' })).status).toBe(200)
  })
})

test('sixteen requests on one connection are answered, one after another in their order', async () => {
  const targets = ['/songs', '/none', '/favicon.ico', '/a//b', '/news', '/robots.txt', '/', '/api/players']
  const requests = [...targets, ...targets].map((target) => write('HEAD', target))
  const received = await send(
    requests.with(-1, write('HEAD', '/robots.txt', 'Connection: close\r\n')).join(''),
  )
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  const expected = [200, 404, 200, 404, 200, 200, 200, 200]
  expect(statuses).toEqual([...expected, ...expected])
})

test('a request on a connection waits for the one before it', async () => {
  const received = await send(
    `${write('POST', '/consent')}${write('GET', '/robots.txt', 'Connection: close\r\n')}`,
  )
  expect(countResponses(received)).toBe(2)
  expect(received.indexOf('303')).toBeLessThan(received.indexOf('User-agent'))
})

test('nothing is handled behind a response that closes its connection', async () => {
  const before = await countHandled('/consent')
  const refused = write('GET', '/none').replace('\r\n\r\n', '\r\nContent-Length: 1\r\n\r\nx')
  const received = await send(refused + write('POST', '/consent'))
  expect(received).toMatch(/^HTTP\/1\.1 400 /)
  expect(countResponses(received)).toBe(1)
  expect(await countHandled('/consent')).toBe(before)
})

test.each(['garbage\r\n\r\n', `GET / HTTP/1.1\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`])(
  'a save that is being made is answered before what cannot be understood behind it',
  async (garbage) => {
    const release = await lockDatabase(server.database)
    const socket = connect(server.port, '127.0.0.1')
    const received = text(socket)
    const ask = () => server.ask({ path: '/robots.txt', headers: { Host: `localhost:${server.port}` } })
    socket.write(saveTeam(cookie))
    await ask()
    socket.write(garbage)
    await ask()
    await release()
    expect(await received).toMatch(/^HTTP\/1\.1 303 /)
    expect(countResponses(await received), await received).toBe(1)
  },
)

test('ten connections with a megabyte of requests each leave the server alive and small', async () => {
  const one = write('GET', '/favicon.ico')
  const megabyte = one.repeat(Math.ceil(1_048_576 / one.length))
  await Promise.all(Array.from({ length: 10 }, () => send(megabyte)))
  expect((await server.ask({ path: '/healthz' })).status).toBe(200)
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8')) ?? []
  expect(Number(kilobytes) / 1024).toBeLessThan(250)
})

test('beyond 4,000 unanswered requests of all connections a connection may have one, and others are served', async () => {
  // Thirty saves of one manager wait at most.
  const cookies: string[] = []
  for (let n = 0; n < 14; n += 1) cookies.push(await signIn(server.database, `saver ${n}`))
  const release = await lockDatabase(server.database)
  const bytesOf = (n: number) => saveTeam(cookies[n % 14] ?? '') + write('GET', '/robots.txt').repeat(15)
  const sockets = Array.from({ length: 400 }, () => connect(server.port, '127.0.0.1'))
  for (const [n, socket] of sockets.entries()) socket.on('error', () => {}).write(bytesOf(n))
  const ask = () => server.ask({ path: '/robots.txt', headers: { Host: `localhost:${server.port}` } })
  const isClosed = () => sockets.some((socket) => socket.closed)
  while (!isClosed()) expect((await ask()).status).toBe(200)
  const two = saveTeam(cookie) + write('GET', '/robots.txt')
  expect(countResponses(await send(two))).toBe(0)
  expect((await ask()).status).toBe(200)
  await release()
  for (const socket of sockets) socket.destroy()
})

test('bodies on connections that break while they wait take no memory from others', async () => {
  const body = 'a'.repeat(16_000)
  const form = `POST /consent HTTP/1.1\r\nHost: localhost:${server.port}\r\nOrigin: http://localhost:${server.port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  // The first one never ends, so that those behind it wait: 45 MB of them, of 32 MB for all bodies.
  const unfinished = form.slice(0, -1)
  await Promise.all(
    Array.from({ length: 200 }, () =>
      breakOff(write('GET', '/game', `Cookie: ${cookie}\r\n`) + form.repeat(14) + unfinished),
    ),
  )
  const { status } = await server.ask(
    {
      path: '/consent',
      method: 'POST',
      headers: {
        Host: `localhost:${server.port}`,
        Origin: `http://localhost:${server.port}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': 17,
      },
    },
    'choice=accept-all',
  )
  expect(status).toBe(303)
})

/** Sends bytes and breaks the connection without waiting for a response. */
function breakOff(bytes: string): Promise<unknown> {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {})
  const isClosed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(bytes, () => socket.resetAndDestroy())
  return isClosed
}
