import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyLimits } from '#app/http/request-body.server.ts'
import { buildBaseHeaders, nonPageHeaders } from '#app/http/security-headers.server.ts'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'
import { openDump } from '#tests/support/database-dump.ts'
import { signIn, startServer } from '#tests/support/server.ts'

/**
 * Malformed requests, byte by byte: request smuggling, floods, broken lines. Each gets at most one response, never a 500,
 * and changes nothing.
 */
let server: Awaited<ReturnType<typeof startServer>>
let dump: ReturnType<typeof openDump>
let cookie: string
let host: string

beforeAll(async () => {
  server = await startServer()
  cookie = await signIn(server.database)
  dump = openDump(server.database)
  host = `Host: localhost:${server.port}\r\n`
})
afterAll(async () => {
  await dump.close()
  await server.stop()
})

async function open(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Everything received until the server closes the connection. */
async function send(bytes: string | Buffer): Promise<string> {
  const socket = await open()
  let told = ''
  socket.on('data', (chunk) => {
    told += chunk
  })
  socket.write(bytes)
  if (!socket.closed) await once(socket, 'close')
  return told
}

const statusesOf = (told: string) =>
  [...told.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))

const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
const close = 'Connection: close\r\n'
const posted =
  (headers: string, body = 'choice=accept-all') =>
  () =>
    `POST /consent HTTP/1.1\r\n${host}${form}${headers}\r\n${body}`
const asked =
  (target: string, headers = close) =>
  () =>
    `GET ${target} HTTP/1.1\r\n${host}${headers}\r\n`
const smuggled = () => `GET /admin HTTP/1.1\r\n${host}Cookie: ${cookie}\r\n\r\n`

type Shape = [what: string, bytes: () => string | Buffer, statuses: number[]]
const shapes: Shape[] = [
  [
    'a length and pieces',
    () => posted('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${smuggled()}`)(),
    [400],
  ],
  [
    'pieces and a length',
    posted('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', '5c\r\nGPOST / HTTP/1.1\r\n\r\n0\r\n\r\n'),
    [400],
  ],
  ['pieces by another name', posted('Transfer-Encoding: xchunked\r\nContent-Length: 17\r\n'), [400]],
  ['pieces after a blank', posted('Transfer-Encoding : chunked\r\nContent-Length: 17\r\n'), [400]],
  ['two lengths', posted('Content-Length: 17\r\nContent-Length: 3\r\n'), [400]],
  ['the same length twice', posted('Content-Length: 17\r\nContent-Length: 17\r\n'), [400]],
  ['a list of lengths', posted('Content-Length: 17, 17\r\n'), [400]],
  ['a length with a sign', posted('Content-Length: +17\r\n'), [400]],
  ['a length in hexadecimal', posted('Content-Length: 0x11\r\n'), [400]],
  ['a length beyond all numbers', posted('Content-Length: 99999999999999999999\r\n'), [400]],
  [
    'pieces with trailers',
    posted(`Transfer-Encoding: chunked\r\n${close}`, '3\r\na=b\r\n0\r\nCookie: sid=x\r\n\r\n'),
    [411],
  ],
  [
    'pieces without an end, and a request in them',
    () => posted(`Transfer-Encoding: chunked\r\n${close}`, `ffff\r\n${smuggled()}`)(),
    [411],
  ],
  [
    'a read with a request as its body',
    () => `${asked('/songs', 'Content-Length: 99\r\n')()}${smuggled()}`,
    [400],
  ],
  ['an endless body of a forged form', posted('Origin: null\r\nContent-Length: 99999999\r\n', 'a'), [403]],
  ['an endless body of a form', posted('Content-Length: 99999999\r\n', 'a'), [413]],
  ['lines that end with a line feed alone', () => asked('/songs')().replaceAll('\r\n', '\n'), [400]],
  ['lines that end with a return alone', () => `${asked('/songs')().replaceAll('\r\n', '\r')}\r\r`, [400]],
  ['a header that goes on in the next line', asked('/songs', 'X: a\r\n b\r\n'), [400]],
  ['NUL in a header', asked('/songs', 'X: a\0b\r\n'), [400]],
  ['NUL in the path', asked('/so\0ngs'), [400]],
  ['NUL in the path, escaped', asked('/news/1-a%00'), [404]],
  ['NUL in a query, escaped', asked('/game/leagues?leagueId=1&invite=%00'), [400]],
  ['letters beyond ASCII in the path', asked('/sängs'), [400]],
  ['two hosts', () => asked('/songs', `Host: evil.example\r\n${close}`)(), [400]],
  [
    'two hosts, another first',
    () => `GET /game HTTP/1.1\r\nHost: evil.example\r\n${host}${close}\r\n`,
    [400],
  ],
  ['no host', () => `GET /songs HTTP/1.1\r\n${close}\r\n`, [400]],
  ['a whole address of ours', () => asked(`http://localhost:${server.port}/songs`)(), [400]],
  ['a whole address of another', asked('http://evil.example/songs'), [400]],
  ['a whole address of a file', asked('http://evil.example/favicon.ico'), [400]],
  ['a star', () => `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`, [400]],
  ['a tunnel', () => `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`, []],
  ['a method of nowhere', () => `HACK /songs HTTP/1.1\r\n${host}\r\n`, [400]],
  ['the beginning of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['an upgrade to HTTP/2', asked('/songs', `Upgrade: h2c\r\nConnection: Upgrade, close\r\n`), [200]],
  ['the beginning of TLS', () => Buffer.from('16030100c8010000c40303', 'hex'), [400]],
  ['noise', () => Buffer.from(Array.from({ length: 4000 }, (_, n) => (n * 7919) % 256)), [400]],
  ['an address of 60,000 letters', asked(`/${'a'.repeat(60_000)}`), [431]],
  ['an address of 15,000 letters', asked(`/news?x=${'a'.repeat(15_000)}`), [400]],
  ['an address of 4,000 letters', asked(`/news?x=${'a'.repeat(4_000)}`), [200]],
  ['an address of 15,000 slashes', asked(`/a${'/'.repeat(15_000)}x`), [400]],
  ['an address of 2,000 slashes', asked(`/a${'/'.repeat(2_000)}x`), [404]],
  [
    '3,000 headers',
    () => asked('/songs', `${Array.from({ length: 3000 }, (_, n) => `X${n}: y\r\n`).join('')}${close}`)(),
    [431],
  ],
  ['3,000 cookies', asked('/game', `Cookie: ${'a=b; '.repeat(3000)}\r\n${close}`), [401]],
  [
    '3,500 versions that are known',
    asked('/songs', `If-None-Match: ${'"a",'.repeat(3500)}\r\n${close}`),
    [200],
  ],
  ['1,200 codings', asked('/songs', `Accept-Encoding: ${'gzip;q=0.5,'.repeat(1200)}\r\n${close}`), [200]],
  [
    '2,000 ranges',
    asked(
      '/favicon.ico',
      `Range: bytes=${Array.from({ length: 2000 }, (_, n) => `${n}-`).join(',')}\r\n${close}`,
    ),
    [206],
  ],
  ['1,500 hops', asked('/api/players', `X-Forwarded-For: ${'1.2.3.4, '.repeat(1500)}\r\n${close}`), [200]],
  ['hops of no address', asked('/api/players', `X-Forwarded-For: <script>,,;"\r\n${close}`), [200]],
  [
    'two origins',
    () =>
      posted(
        `Cookie: ${cookie}\r\nOrigin: http://localhost:${server.port}\r\nOrigin: null\r\nContent-Length: 17\r\n${close}`,
      )(),
    [403],
  ],
  [
    'two words of where it comes from',
    () =>
      posted(`Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 17\r\n${close}`)(),
    [403],
  ],
  [
    'a session behind another cookie header',
    () => posted(`Cookie: a=b\r\nCookie: ${cookie}\r\nContent-Length: 17\r\n${close}`)(),
    [403],
  ],
]

describe('at most one response, and nothing changes:', () => {
  test.each(shapes)('%s', async (_, bytes, statuses) => {
    const before = await dump.read()
    const told = await send(bytes())
    expect(statusesOf(told), told.slice(0, 400)).toEqual(statuses)
    expect(told).not.toContain('Access denied')
    expect(await dump.read()).toEqual(before)
  })
})

test.each([
  ['/game%0d%0aSet-Cookie:%20x=y', 'elsewhere', '/game%0d%0aSet-Cookie:%20x=y'],
  ['/game', 'evil.example/x?y=', '/game'],
])('%s asked for on %s leads to our own host, in one header', async (target, elsewhere, path) => {
  const told = await send(`GET ${target} HTTP/1.1\r\nHost: ${elsewhere}\r\n${close}\r\n`)
  expect(statusesOf(told)).toEqual([308])
  expect(told).toContain(`\r\nLocation: http://localhost:${server.port}${path}\r\n`)
  expect(told).not.toMatch(/^set-cookie/im)
})

test.each(['//evil.example/', '/\\evil.example', '/game//team'])(
  '%s is the 404 page, and leads nowhere else from another host',
  async (target) => {
    const page = await send(`GET ${target} HTTP/1.1\r\n${host}${close}\r\n`)
    expect([statusesOf(page), page.includes('Page Not Found')]).toEqual([[404], true])
    const told = await send(`GET ${target} HTTP/1.1\r\nHost: elsewhere\r\n${close}\r\n`)
    expect(statusesOf(told)).toEqual([308])
    expect(told).toContain(`\r\nLocation: http://localhost:${server.port}/not-found\r\n`)
  },
)

test('a path that only looks like the API is a 404', async () => {
  const told = await send(`GET //api/teams HTTP/1.1\r\n${host}${close}\r\n`)
  expect([statusesOf(told), told.includes('"errorType":"NOT_FOUND"')]).toEqual([[404], true])
})

test.each([
  '/assets/%2e%2e/server/index.js',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%2e%2e%2f%2e%2e%2fserver.ts',
])('what lies outside the assets is nowhere: %s', async (target) => {
  const told = await send(`GET ${target} HTTP/1.1\r\n${host}${close}\r\n`)
  expect(statusesOf(told)).toEqual([404])
  expect(told).toContain('\r\nX-Content-Type-Options: nosniff\r\n')
  expect(told).toContain("default-src 'none'")
  expect(told).toContain('<h1>404</h1>')
})

test('a thousand connections with unfinished requests delay no other request', async () => {
  const slow = await Promise.all(Array.from({ length: 1000 }, () => open()))
  for (const socket of slow) socket.resume().write(`GET / HTTP/1.1\r\n${host}`)
  const told = await send(asked('/songs')())
  expect(statusesOf(told)).toEqual([200])
  const saved = await send(
    posted(`Origin: http://localhost:${server.port}\r\nContent-Length: 17\r\n${close}`)(),
  )
  expect(statusesOf(saved)).toEqual([303])
  // They are all still open: a request has 15 s for its headers.
  expect(slow.filter(({ closed }) => closed)).toHaveLength(0)
  for (const socket of slow) socket.destroy()
})

test('bodies that never end use 32 MB together at most: the oldest is given up for the newest', async () => {
  const ours = `Origin: http://localhost:${server.port}\r\nCookie: ${cookie}\r\n`
  const head = `POST /game/team HTTP/1.1\r\n${host}${form}${ours}Content-Length: ${bodyLimits.form}\r\n\r\n`
  const oldest = await open()
  let told = ''
  oldest.on('data', (chunk) => {
    told += chunk
  })
  oldest.write(`${head}a`)
  const others: Socket[] = []
  while (others.length * bodyLimits.form < capacity.bodyBytes) {
    const socket = await open()
    socket.write(`${head}a`)
    others.push(socket)
  }
  if (!oldest.closed) await once(oldest, 'close')
  expect(statusesOf(told)).toEqual([503])
  expect(others.at(-1)?.closed).toBe(false)
  for (const socket of others) socket.destroy()
})

test('beyond the maximum of open connections a further one is closed, until one has ended', async () => {
  const crowded = await startServer()
  const openThere = async () => {
    const socket = connect(crowded.port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const held: Socket[] = []
  while (held.length < capacity.connections)
    held.push(...(await Promise.all(Array.from({ length: 200 }, openThere))))
  const ask = () => crowded.ask({ path: '/healthz' }).then(({ status }) => status)
  await expect(ask()).rejects.toThrow(/ECONNRESET|hang up/)
  held.pop()?.destroy()
  // The server learns of the end after a moment.
  let status: number | undefined
  while (status === undefined) status = await ask().catch(() => undefined)
  expect(status).toBe(200)
  for (const socket of held) socket.destroy()
  await crowded.stop()
})

describe('a request that Node cannot parse gets an error message, with the headers of every response:', () => {
  test.each<[what: string, bytes: string, status: string]>([
    ['noise', 'what is this?\r\n\r\n', '400 Bad Request'],
    [
      'a head that is too large',
      `GET /${'a'.repeat(60_000)} HTTP/1.1\r\n`,
      '431 Request Header Fields Too Large',
    ],
  ])('%s', async (_, bytes, status) => {
    const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n')
    const [line, ...headers] = head.split('\r\n')
    expect(line).toBe(`HTTP/1.1 ${status}`)
    expect(headers).toEqual([
      ...Object.entries(buildBaseHeaders(false)).map(([name, value]) => `${name}: ${value}`),
      ...Object.entries(nonPageHeaders).map(([name, value]) => `${name}: ${value}`),
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ])
    expect(body).toMatch(/^[A-Z][\w ]+\.\n$/)
  })

  test('but not in the middle of another response, and a closed connection is ignored', async () => {
    const told = await send(`${asked('/songs', '')()}what is this?\r\n\r\n`)
    expect(statusesOf(told).length).toBeLessThanOrEqual(1)
    const gone = await open()
    gone.write('GET / HT')
    gone.resetAndDestroy()
    expect(statusesOf(await send(asked('/songs')()))).toEqual([200])
  })
})

test('a refused body of unknown length is read, so that its sender sees the response, but not beyond 16 MB', async () => {
  const refused = (bytes: number) =>
    posted('Transfer-Encoding: chunked\r\n', `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n0\r\n\r\n`)()
  expect(statusesOf(await send(refused(15_000_000) + asked('/robots.txt')()))).toEqual([411, 200])
  const endless = await send(refused(17_000_000) + asked('/robots.txt')()).catch(
    () => 'the connection was reset',
  )
  expect(statusesOf(endless)).not.toContain(200)
})

test('none of these requests is logged as a bug, and the server still works', async () => {
  const health = await server.ask({ path: '/healthz', headers: { Host: 'x' } })
  expect([health.status, JSON.parse(health.body).degraded]).toEqual([200, false])
  expect(new Set(server.log().map(({ event }) => event))).toEqual(new Set(['listening', 'request']))
})
