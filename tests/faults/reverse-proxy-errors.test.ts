import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#tests/support/provider.ts'
import { signIn, startServer } from '#tests/support/server.ts'
import { ensureCaddy, startCaddy } from './support/caddy.ts'
import { makeFolder } from './support/game.ts'

/** What a sender gets behind the real Caddy with ops/Caddyfile: its own faults are told from an app that is away. */
const caddy = ensureCaddy()
if (caddy === undefined) console.warn('Tests behind Caddy are skipped: it is not installed, and cannot be.')

const { folder, remove } = makeFolder()
const megabyte = 1_000_000
let port: number
let server: Awaited<ReturnType<typeof startServer>>
let proxy: Awaited<ReturnType<typeof startCaddy>>
let admin: string

/** Sends a request exactly as written, and returns the status and the text of the response. */
function send(requestLine: string, headers: string, body = ''): Promise<{ status: number; text: string }> {
  const own = `Host: localhost:${port}\r\nOrigin: http://localhost:${port}\r\nCookie: ${admin}\r\nConnection: close\r\n`
  const type = requestLine.includes('/api/') ? 'application/json' : 'application/x-www-form-urlencoded'
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('utf8').on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }))
    socket.write(`${requestLine} HTTP/1.1\r\n${own}Content-Type: ${type}\r\n${headers}\r\n${body}`)
  })
}

const chunked = 'Transfer-Encoding: chunked\r\n'
const ofLength = (length: number) => `Content-Length: ${length}\r\n`

/** Each with the request line, its own headers, its body, and the statuses that are right. */
const faults: [what: string, line: string, headers: string, body: string, statuses: number[]][] = [
  ['a chunk whose size is no number', 'POST /consent', chunked, 'zz\r\nchoice\r\n0\r\n\r\n', [400]],
  ['a chunk longer than it says', 'POST /consent', chunked, '3\r\nchoice\r\n0\r\n\r\n', [400]],
  ['a chunk without a size', 'POST /consent', chunked, '\r\nchoice\r\n0\r\n\r\n', [400]],
  ['a chunk of too many bytes', 'POST /consent', chunked, `${'f'.repeat(19)}\r\nchoice\r\n`, [400]],
  ['a line without end in a chunk', 'POST /consent', chunked, `1;${'x'.repeat(9000)}\r\na\r\n`, [400]],
  ['a chunk that ends with a line feed', 'POST /consent', chunked, '6\nchoice\n0\n\n', [400, 411]],
  ['a malformed chunk to the API', 'POST /api/teams/mine', chunked, 'zz\r\n{}\r\n0\r\n\r\n', [400]],
  ['a malformed second chunk', 'POST /consent', chunked, '6\r\nchoice\r\nzz\r\n', [400, 411]],
  ['a trailer that is no header', 'POST /consent', chunked, '6\r\nchoice\r\n0\r\nx\r\n\r\n', [400, 411]],
  ['a read with a malformed chunk', 'GET /songs', chunked, 'zz\r\nchoice\r\n0\r\n\r\n', [400]],
  ['two lengths', 'POST /consent', ofLength(10) + ofLength(11), 'choice=all', [400]],
  ['a length that is no number', 'POST /consent', 'Content-Length: ten\r\n', 'choice=all', [400]],
  ['a length and a smuggled rest', 'POST /consent', ofLength(3), 'choice=all', [400]],
  ['a head of 20 kB', 'POST /consent', `X: ${'a'.repeat(20_000)}\r\n${ofLength(1)}`, 'a', [431]],
  ['a head of 2 MB', 'POST /consent', `X: ${'a'.repeat(2 * megabyte)}\r\n${ofLength(1)}`, 'a', [431]],
  ['a body of 8.5 MB', 'POST /admin/news/new', ofLength(8.5 * megabyte), 'a'.repeat(8.5 * megabyte), [413]],
  ['a body of 10 MB', 'POST /admin/news/new', ofLength(10 * megabyte), 'a'.repeat(10 * megabyte), [413]],
  [
    'a body of 8 MB in one chunk',
    'POST /admin/news/new',
    chunked,
    `7a1200\r\n${'a'.repeat(8 * megabyte)}\r\n0\r\n\r\n`,
    [411],
  ],
]

describe.skipIf(caddy === undefined)('behind Caddy', () => {
  beforeAll(async () => {
    const app = await freePort()
    port = await freePort()
    server = await startServer({ PORT: `${app}`, PUBLIC_ORIGIN: `http://localhost:${port}` })
    admin = await signIn(server.database, 'ada', { isAdmin: true })
    proxy = await startCaddy(caddy ?? '', { port, upstreams: [app], folder })
  })
  afterAll(async () => {
    await proxy.stop()
    await server.stop()
    remove()
  })

  test.each(faults)(
    '%s is told to its sender, and Douze is not away',
    async (_, line, headers, body, right) => {
      const { status, text } = await send(line, headers, body)
      expect(right, text).toContain(status)
      expect(text).not.toContain('is away')
    },
  )

  test('a body that stops arriving gets 400 before Caddy gives up', async () => {
    const { status, text } = await send('POST /consent', ofLength(100), 'choice=all')
    expect([status, text]).toEqual([400, expect.stringContaining('took too long to arrive')])
  })

  test('while the app is down, a save, a call of the API and a read are told that it is away', async () => {
    await server.stop()
    const form = await send('POST /consent', ofLength(10), 'choice=all')
    expect([form.status, form.text]).toEqual([
      503,
      expect.stringContaining('look first whether it was saved'),
    ])
    const call = await send('POST /api/teams/mine', ofLength(2), '{}')
    expect([call.status, call.text]).toEqual([503, expect.stringContaining('"SERVICE_UNAVAILABLE"')])
    const read = await send('GET /songs', '')
    expect([read.status, read.text]).toEqual([
      503,
      expect.stringMatching(/Refresh: 10[\s\S]*is away for a moment/),
    ])
  })
})
