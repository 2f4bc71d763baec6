import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { before } from '#tests/play.ts'
import { signIn, startServer } from '#tests/server.ts'

/** Many who come at once, over real sockets: the server is held still until all have asked. */
let server: Awaited<ReturnType<typeof startServer>>
let cookie: string

beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  cookie = await signIn(server.databaseFile)
  await tell(await open(), post('/demo/clock', `now=${encodeURIComponent(before)}`))
})
afterAll(() => server.stop())

async function open(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const head = () => `Host: localhost:${server.port}\r\nCookie: ${cookie}\r\nConnection: close\r\n`
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${head()}\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\n${head()}Origin: ${server.origin}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** Sends bytes and reads to the end; answers with the status. */
async function tell(socket: Socket, bytes: string): Promise<number> {
  let told = ''
  socket.on('data', (chunk) => {
    told += chunk
  })
  socket.write(bytes)
  if (!socket.closed) await once(socket, 'close')
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(told)?.[1])
}

test('a save that comes last is answered before the pages that wait, and who has hung up gets none', async () => {
  const [readers, leavers] = await Promise.all(
    [30, 20].map((many) => Promise.all(Array.from({ length: many }, open))),
  )
  const saver = await open()
  server.child.kill('SIGSTOP')
  const reading = (readers ?? []).map((socket) => tell(socket, get('/game')))
  for (const socket of leavers ?? []) socket.write(get('/game/leagues'))
  for (const socket of leavers ?? []) socket.destroy()
  const team = 'intent=save&teamName=Last&managerName=Anna&picks=AT.GR.DE.NO.SM.PT'
  const saving = tell(saver, post('/game/team', team))
  server.child.kill('SIGCONT')
  expect(await saving).toBe(303)
  const told = await Promise.all(reading)
  // On a slow machine some wait too long for their turn.
  expect(told).toContain(200)
  expect([200, 503]).toEqual(expect.arrayContaining(told))
  await server.stop()
  const log = server.log()
  const answers = log.filter(({ event, path }) => event === 'request' && path !== '/game/leagues')
  const place = answers.findIndex(({ path }) => path === '/game/team')
  expect(place).toBeGreaterThanOrEqual(0)
  expect(place).toBeLessThan(10)
  const dropped = log.filter(({ event }) => event === 'not-drawn').length
  expect(dropped).toBeGreaterThan(10)
  const left = log.filter(({ event, status }) => event === 'request' && status === 499)
  expect(left.length).toBeGreaterThanOrEqual(dropped)
  expect(new Set(left.map(({ path }) => path))).toEqual(new Set(['/game/leagues']))
})
