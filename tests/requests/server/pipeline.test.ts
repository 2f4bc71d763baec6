import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RawResponse, signIn, startServer } from '#tests/support/server.ts'

/** The request pipeline before Remix, on the real server over real sockets. */
let server: Awaited<ReturnType<typeof startServer>>
let host: string

beforeAll(async () => {
  server = await startServer()
  host = `localhost:${server.port}`
})

afterAll(() => server.stop())

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

function post(path: string, headers: Record<string, string>, body = '') {
  const length = { 'Content-Length': String(Buffer.byteLength(body)) }
  return server.ask({ method: 'POST', path, headers: { Host: host, ...length, ...headers } }, body)
}

function get(path: string, headers: Record<string, string> = {}) {
  return server.ask({ path, headers: { Host: host, ...headers } })
}

describe('a request from another origin', () => {
  test.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sister host', { 'Sec-Fetch-Site': 'same-site' }],
    ['another origin', { Origin: 'https://evil.example' }],
    ['a hidden origin', { Origin: 'null' }],
    ['a program with a session', { Cookie: 'sid=abc' }],
  ])('%s is refused with 403', async (_, headers) => {
    const answer = await post('/auth/sign-out', { ...form, ...headers })
    expect(answer.status).toBe(403)
    expect(answer.body).toContain('did not come from this site')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test('a same-origin form passes, also with a forwarded host', async () => {
    const own = { ...form, Origin: server.origin, 'X-Forwarded-Host': 'evil.example' }
    const answer = await post('/auth/sign-in', own, 'redirectTo=%2Fgame')
    expect(answer.status).not.toBe(403)
    expect(answer.body).not.toContain('evil.example')
  })

  test('under /api the error is the JSON envelope', async () => {
    const answer = await post('/api/leagues', { 'Content-Type': 'application/json', Origin: 'null' }, '{}')
    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.body)).toMatchObject({ errorType: 'ACCESS_DENIED', status: 403 })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('the older _data parameter of Remix is refused', async () => {
    expect((await get('/?_data=root')).status).toBe(403)
    expect((await get('/?%5fdata=root')).status).toBe(403)
  })
})

describe('a body', () => {
  test('of unknown length: 411', async () => {
    const headers = { Host: host, ...form, 'Transfer-Encoding': 'chunked' }
    const answer = await server.ask({ method: 'POST', path: '/consent', headers }, 'a=b')
    expect(answer.status).toBe(411)
  })

  test('too large: 413, and the response arrives while the body is still being sent', async () => {
    const answer = await post('/consent', form, 'a'.repeat(3_000_000))
    expect(answer.status).toBe(413)
    expect(answer.body).toContain('too large')
  })

  test('too large for the API: 413 in the envelope', async () => {
    const answer = await post(
      '/api/leagues',
      { 'Content-Type': 'application/json' },
      ' '.repeat(100 * 1024 + 1),
    )
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.body)).toMatchObject({ errorType: 'PAYLOAD_TOO_LARGE' })
  })

  test.each(['text/plain', 'application/json', 'application/octet-stream'])(
    '%s for a page: 415',
    async (type) => {
      expect((await post('/consent', { 'Content-Type': type }, 'a=b')).status).toBe(415)
    },
  )
})

describe('a page of one visitor, which is not cached', () => {
  let cookie: string
  beforeAll(async () => {
    cookie = await signIn(server.database)
  })

  test.each(['/game', '/game/team', '/nowhere'])('%s is whole, and HEAD tells its length', async (path) => {
    const page = await get(path, { Cookie: cookie })
    expect(page.body).toMatch(/^<!DOCTYPE html>.*Sign Out.*<[/](script|html)>$/s)
    expect(page.headers['content-length']).toBe(String(page.bytes.length))
    const head = await server.ask({ method: 'HEAD', path, headers: { Host: host, Cookie: cookie } })
    expect(head.status).toBe(page.status)
    expect(head.headers['content-length']).toBe(page.headers['content-length'])
    expect(head.bytes).toHaveLength(0)
  })

  test('is the same compressed', async () => {
    const headers = { Cookie: cookie, 'Accept-Encoding': 'br' }
    const { bytes } = await get('/nowhere', headers)
    expect(brotliDecompressSync(bytes).toString()).toBe((await get('/nowhere', { Cookie: cookie })).body)
  })
})

describe('a URL', () => {
  test('on another host name redirects to the public one', async () => {
    const answer = await get('/game?x=1', { Host: `127.0.0.1:${server.port}` })
    expect(answer.status).toBe(308)
    expect(answer.headers.location).toBe(`${server.origin}/game?x=1`)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test.each(['OPTIONS', 'TRACE', 'PUT', 'DELETE', 'PROPFIND'])('%s of a page: 405', async (method) => {
    const answer = await server.ask({ method, path: '/game/team', headers: { Host: host } })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD, POST')
  })

  test.each([
    ['/', 'GET, HEAD'],
    ['/game', 'GET, HEAD'],
    ['/songs', 'GET, HEAD'],
    ['/images/none.webp', 'GET, HEAD'],
    ['/nowhere', 'GET, HEAD'],
    ['/game.data', 'GET'],
    ['/game/team.data', 'GET, POST'],
    ['/game/leagues/', 'GET, HEAD, POST'],
    ['/admin', 'GET, HEAD, POST'],
    ['/admin/news/7', 'GET, HEAD, POST'],
    ['/consent', 'GET, HEAD, POST'],
  ])('an unsupported method gets the Allow header of %s: %s', async (path, allow) => {
    const answer = await server.ask({ method: 'PUT', path, headers: { Host: host } })
    expect([answer.status, answer.headers.allow]).toEqual([405, allow])
  })

  test.each(['/songs', '/game/history', '/deadlines.ics', '/feed.xml', '/images/none.webp'])(
    '%s has no form: a POST is told what may be asked there, and of no fault',
    async (path) => {
      const answer = await post(path, { ...form, Origin: server.origin })
      expect(answer.status).toBe(405)
      expect(answer.headers.allow).toBe('GET, HEAD')
      expect(answer.body).toContain('does not accept requests of this kind')
      expect(answer.body).not.toMatch(/unexpected/i)
    },
  )

  test.each([
    '/%',
    '/%E0%A4%A',
    '//evil.example',
    '/assets/../../package.json',
    '/assets/none.js',
    '/.git/config',
  ])('%s is never a 500 and never a source file', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).not.toContain('"dependencies"')
  })
})

/** security-headers.test.ts checks their exact values. */
describe('the headers', () => {
  test.each([
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/favicon.ico', 'image/x-icon'],
    ['/icons/icon-192.png', 'image/png'],
    ['/icon.svg', 'image/svg+xml'],
    ['/share.png', 'image/png'],
    ['/feed.xml', 'application/atom+xml; charset=utf-8'],
    ['/deadlines.ics', 'text/calendar; charset=utf-8'],
  ])('of %s have the type %s', async (path, type) => {
    const answer = await get(path)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, type])
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  })

  test('of a data request mark it as data', async () => {
    const answer = await get('/game.data', { Cookie: await signIn(server.database) })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/x-script'])
  })

  const json = { 'Content-Type': 'application/json' }
  test.each<[string, number, () => Promise<RawResponse>]>([
    ['a read', 200, () => get('/api/players')],
    [
      'a look at the headers',
      200,
      () => server.ask({ method: 'HEAD', path: '/api/players', headers: { Host: host } }),
    ],
    ['nobody', 401, () => get('/api/teams/mine')],
    ['nothing', 404, () => get('/api/nothing')],
    ['another method', 405, () => post('/api/players', json, '{}')],
    [
      'a method of nowhere',
      405,
      () => server.ask({ method: 'OPTIONS', path: '/api/players', headers: { Host: host } }),
    ],
    ['another kind of body', 415, () => post('/api/leagues', { 'Content-Type': 'text/plain' }, '{}')],
    ['a read with a body', 400, () => get('/api/players', { 'Content-Length': '2' })],
  ])('of the API are inert and never cached: %s', async (_, status, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined)
    expect('allow' in answer.headers).toBe(status === 405)
    if (status >= 400) expect(JSON.parse(answer.body)).toMatchObject({ status })
  })

  test('no page has an inline style or an inline handler', async () => {
    for (const path of ['/', '/game', '/nowhere-at-all']) {
      const { body } = await get(path)
      expect(body).not.toMatch(/\sstyle="/)
      expect(body).not.toMatch(/\son\w+="/)
    }
  })

  test('of files: flags are cached for a year, in a folder of their version', async () => {
    const [flag = ''] = /\/[\w./-]+\/[A-Z]{2}\.svg/.exec((await get('/game')).body) ?? []
    expect(flag).not.toBe('')
    const { status, headers, body } = await get(flag)
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(body).toContain('</svg>')
  })

  test('of files: hashed ones are cached for a year, and compressed on request', async () => {
    const { body } = await get('/game')
    const asset = /\/assets\/[\w.-]+\.css/.exec(body)?.[0] ?? ''
    expect(asset).not.toBe('')
    const answer = await get(asset, { 'Accept-Encoding': 'gzip' })
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    const [plain, best] = [await get(asset), await get(asset, { 'Accept-Encoding': 'gzip, br' })]
    expect(best.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': plain.headers['content-type']?.toLowerCase(),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(best.bytes.length).toBeLessThan(answer.bytes.length)
    expect(brotliDecompressSync(best.bytes).equals(plain.bytes)).toBe(true)
  })
})

test('the health check is ready on any host; an unreachable provider makes it degraded', async () => {
  await post('/auth/sign-in', { ...form, Origin: server.origin })
  const answer = await get('/healthz', { Host: '10.0.0.5' })
  expect(answer.status).toBe(200)
  const warnings = [expect.stringContaining('The identity provider did not answer')]
  expect(JSON.parse(answer.body)).toEqual({
    alive: true,
    ready: true,
    degraded: true,
    mails: 'off',
    eventLoopDelayMs: expect.any(Number),
    reasons: [],
    warnings,
  })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('a request has 15 s for its headers and 120 s in all', () => {
  const listening = server.log().find(({ event }) => event === 'listening')
  expect(listening).toMatchObject({ headersMs: 15_000, requestMs: 120_000 })
})

test('the log has one line of JSON per request, without query, cookie or body', async () => {
  await get('/game?invite=top-secret', { Cookie: 'sid=cookie-secret', 'User-Agent': 'agent-secret' })
  await post('/consent', form, 'field=body-secret')
  const lines = server.log()
  expect(lines).toContainEqual(
    expect.objectContaining({
      event: 'request',
      method: 'GET',
      path: '/game',
      id: expect.stringMatching(/^[\w-]{36}$/),
    }),
  )
  expect(JSON.stringify(lines)).not.toContain('secret')
})
