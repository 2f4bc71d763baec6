import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'
import { openDump } from '#tests/support/database-dump.ts'
import { before } from '#tests/support/game-steps.ts'
import { signIn, startServer } from '#tests/support/server.ts'

/**
 * Many concurrent requests over real sockets: the server is blocked until all are sent. The tests check which requests
 * get a response, in which order, and what is stored; durations are measured by `npm run bench -- rush`.
 */
let server: Awaited<ReturnType<typeof startServer>>
let cookie: string

beforeEach(async () => {
  server = await startServer({ DEMO: '1' })
  cookie = await signIn(server.database)
  await tell(await open(), post('/demo/clock', `now=${encodeURIComponent(before)}`))
})
afterEach(() => server.stop())

/** A connection that the server has accepted: it has received a first response. */
async function open(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {})
  socket.write(`HEAD /favicon.ico HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

const openAll = (many: number) => Promise.all(Array.from({ length: many }, open))

const head = (as: string) => `Host: localhost:${server.port}\r\nCookie: ${as}\r\nConnection: close\r\n`
const get = (path: string, as = cookie) => `GET ${path} HTTP/1.1\r\n${head(as)}\r\n`
const post = (path: string, body: string, as = cookie) =>
  `POST ${path} HTTP/1.1\r\n${head(as)}Origin: ${server.origin}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const save = (teamName: string, as = cookie) =>
  post('/game/team', `intent=save&teamName=${teamName}&managerName=Anna&picks=AT.GR.DE.NO.SM.PT`, as)

/** Sends bytes and reads to the end; returns the status. */
async function tell(socket: Socket, bytes: string): Promise<number> {
  let told = ''
  socket.on('data', (chunk) => {
    told += chunk
  })
  socket.write(bytes)
  if (!socket.closed) await once(socket, 'close')
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(told)?.[1])
}

/** All stored teams, as text. */
async function storedTeams(): Promise<string> {
  const dump = openDump(server.database)
  const { teams = '' } = await dump.read()
  await dump.close()
  return teams
}

test('a later save is handled before queued pages, and closed connections get no response', async () => {
  const [readers, leavers] = [await openAll(60), await openAll(20)]
  const saver = await open()
  server.child.kill('SIGSTOP')
  const reading = readers.map((socket, n) => tell(socket, get(n % 2 === 0 ? '/game' : '/game/team')))
  for (const socket of leavers) socket.write(get('/game/leagues'))
  for (const socket of leavers) socket.destroy()
  const saving = tell(saver, save('Last'))
  server.child.kill('SIGCONT')
  expect(await saving).toBe(303)
  expect(await storedTeams()).toContain('Last')
  const told = await Promise.all(reading)
  // On a slow machine some exceed the queue's timeout.
  expect(told).toContain(200)
  expect(told.filter((status) => status !== 200 && status !== 503)).toEqual([])
  await server.stop()
  const requests = server.log().filter(({ event }) => event === 'request')
  const answered = requests.filter(({ path }) => path === '/game' || path === '/game/team')
  expect(answered).toHaveLength(61)
  // A page or two are started before the form has arrived completely.
  expect(answered.slice(0, 10).map(({ method }) => method)).toContain('POST')
  const left = requests.filter(({ path }) => path === '/game/leagues').map(({ status }) => status)
  expect(left).toEqual(leavers.map(() => 499))
  expect(server.log().filter(({ event }) => event === 'render-skipped')).toHaveLength(leavers.length)
})

test('under load pages are refused and saves are not', async () => {
  const managers = ['Bea', 'Cem', 'Dora', 'Eli', 'Finn', 'Gus']
  const cookies = await Promise.all(managers.map((name) => signIn(server.database, name)))
  const [readers, savers] = [await openAll(capacity.reads + 60), await openAll(managers.length)]
  const pages = await openAll(managers.length)
  server.child.kill('SIGSTOP')
  const reading = readers.map((socket) => tell(socket, get('/game')))
  const opening = pages.map((socket, n) => tell(socket, get('/game/team', cookies[n])))
  const saving = savers.map((socket, n) => tell(socket, save(`Team-of-${managers[n]}`, cookies[n])))
  server.child.kill('SIGCONT')
  expect(await Promise.all(saving)).toEqual(managers.map(() => 303))
  expect(await Promise.all(opening)).toEqual(managers.map(() => 200))
  const stored = await storedTeams()
  expect(managers.filter((name) => !stored.includes(`Team-of-${name}`))).toEqual([])
  const told = await Promise.all(reading)
  expect(new Set(told)).toEqual(new Set([200, 503]))
})
