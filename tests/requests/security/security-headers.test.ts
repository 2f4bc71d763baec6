import { createHash } from 'node:crypto'
import type { RequestOptions } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { insertImage } from '#db/news/images.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type RawResponse, signIn, startServer } from '#tests/support/server.ts'

/**
 * The exact headers of every kind of response (docs/security.md) from the real server: once on localhost, once behind
 * https.
 */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src https://www.youtube-nocookie.com https://www.instagram.com; frame-ancestors 'none'; form-action 'self'; base-uri 'none'; object-src 'none'"
/** A page that contains its style sheet. */
const publicPolicy = pagePolicy.replace("style-src 'self'", "style-src 'self' 'sha256-H'")
const scriptPolicy = pagePolicy.replace("script-src 'self'", "script-src 'self' 'nonce-N'")
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"
const imagePolicy = "default-src 'none'; sandbox"

/** Every header that controls what a browser may do with a response, and those that no response may have by accident. */
const told = [
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'cache-control',
  'clear-site-data',
  'refresh',
  'x-powered-by',
  'server',
  'access-control-allow-origin',
  'access-control-allow-credentials',
] as const

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

type Told = Partial<Record<(typeof told)[number], string>>
const dressed = (policy: string, cache: string, more: Told = {}): Told => ({
  ...common,
  'content-security-policy': policy,
  'cache-control': cache,
  ...more,
})
const page = dressed(pagePolicy, 'private, no-cache')
const publicPage = dressed(publicPolicy, 'private, no-cache')
const own = dressed(pagePolicy, 'private, no-store, no-cache')
const scripted = dressed(scriptPolicy, 'private, no-store, no-cache')
const askedAgain = dressed(scriptPolicy, 'private, no-cache')
const refused = dressed(dataPolicy, 'no-store')
const file = { ...common, 'cache-control': 'public, max-age=3600' }
const forEver = 'public, max-age=31536000, immutable'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const json = { 'Content-Type': 'application/json' }
const anna = { as: 'anna' } as const

interface Asking {
  method?: string
  headers?: Record<string, string>
  body?: string
  as?: 'anna'
}
type Row = [what: string, path: string, asking: Asking, status: number, expected: Told]

const saving = 'intent=save&teamName=&managerName=&picks='
const table: Row[] = [
  ['the start page', '/', {}, 200, publicPage],
  ['the start page once more', '/', {}, 200, publicPage],
  ['the news', '/news', {}, 200, publicPage],
  ['the songs', '/songs', {}, 200, publicPage],
  ['the terms', '/terms-of-service', {}, 200, publicPage],
  ['the policy', '/privacy-policy?dialog=cookies', {}, 200, publicPage],
  ['a query that no page knows', '/songs?unknown=x', {}, 200, publicPage],
  ['the way in', '/auth/sign-in?redirectTo=/game', {}, 200, publicPage],
  ['a callback of nobody', '/auth/callback?code=x&state=y', {}, 400, publicPage],
  [
    'a sign-in while the provider is away',
    '/auth/sign-in',
    { method: 'POST', headers: form },
    502,
    publicPage,
  ],
  ['nothing', '/nowhere', {}, 404, publicPage],
  ['an article that is none', '/news/999-none', {}, 404, publicPage],
  ['a page of the game, signed out', '/game', {}, 401, page],
  ['its data, signed out', '/game.data', {}, 401, page],
  ['the start page, signed in', '/', anna, 200, own],
  ['nothing, signed in', '/nowhere', anna, 404, own],
  ['a page for admins, signed in', '/admin', anna, 403, own],
  ['results without a team', '/game/results', anna, 404, own],
  ['the dashboard', '/game', anna, 200, scripted],
  ['team selection', '/game/team?c=AT', anna, 200, scripted],
  ['the data of a page', '/game.data', anna, 200, own],
  ['the data of a page that refuses', '/game/results.data', anna, 404, own],
  [
    'a form that is refused',
    '/game/team',
    { ...anna, method: 'POST', headers: form, body: saving },
    409,
    askedAgain,
  ],
  [
    'a form that is refused, by script',
    '/game/team.data',
    { ...anna, method: 'POST', headers: form, body: saving },
    409,
    page,
  ],
  [
    'a step of a draft',
    '/game/team',
    { ...anna, method: 'POST', headers: form, body: 'intent=search&teamName=&managerName=&picks=' },
    303,
    refused,
  ],
  [
    'a choice about cookies',
    '/consent',
    { method: 'POST', headers: form, body: 'choice=accept-all' },
    303,
    refused,
  ],
  [
    'a sign-out',
    '/auth/sign-out',
    { method: 'POST', headers: form },
    303,
    dressed(dataPolicy, 'private, no-cache', { 'clear-site-data': '"cache"' }),
  ],
  ['a page on another host', '/game', { headers: { Host: 'elsewhere.example' } }, 308, refused],
  ['a forged form', '/game/team', { method: 'POST', headers: { ...form, Origin: 'null' } }, 403, refused],
  ['one loader alone', '/game?_data=routes%2Fgame', {}, 403, refused],
  ['a path that cannot be read', '/%E0%A4%A', {}, 400, refused],
  ['a method of nowhere', '/game', { method: 'PROPFIND' }, 405, refused],
  ['a form where none is', '/songs', { method: 'POST', headers: form }, 405, refused],
  [
    'a body in pieces',
    '/consent',
    { method: 'POST', headers: { ...form, 'Transfer-Encoding': 'chunked' }, body: 'a=b' },
    411,
    refused,
  ],
  [
    'a body too large',
    '/consent',
    { method: 'POST', headers: form, body: 'a'.repeat(256 * 1024 + 1) },
    413,
    refused,
  ],
  [
    'a body of another kind',
    '/consent',
    { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'a=b' },
    415,
    refused,
  ],
  ['a list of the API', '/api/players', {}, 200, refused],
  ['the same list once more', '/api/players', {}, 200, refused],
  ['an own call', '/api/leagues/mine', anna, 200, refused],
  ['a call of nobody', '/api/teams/mine', {}, 401, refused],
  ['a call that is none', '/api/nothing', {}, 404, refused],
  ['a call of another method', '/api/players', { method: 'DELETE' }, 405, refused],
  [
    'a call with broken JSON',
    '/api/leagues',
    { ...anna, method: 'POST', headers: json, body: '{' },
    400,
    refused,
  ],
  ['the page of the API', '/api', {}, 200, page],
  ['the document of the API', '/api/openapi.json', {}, 200, refused],
  ['the health page', '/healthz', {}, 200, refused],
  ['an uploaded picture', '/images/aaaaaaaaaaaaaaaaaaaaaa.webp', {}, 200, dressed(imagePolicy, forEver)],
  ['a picture that is none', '/images/none.webp', {}, 404, dressed(imagePolicy, 'no-store')],
  ['an asset that is none', '/assets/none.js', {}, 404, refused],
  ['an asset of no name', '/assets/%00', {}, 400, refused],
  ['the icon', '/favicon.ico', {}, 200, file],
  ['a drawn icon', '/icon.svg', {}, 200, file],
]

type Server = Awaited<ReturnType<typeof startServer>>

/** A server with an origin, a signed-in manager and an uploaded image. */
async function open(publicOrigin?: string) {
  const server = await startServer(publicOrigin ? { PUBLIC_ORIGIN: publicOrigin } : {})
  const { host, protocol } = new URL(server.origin)
  const session = await signIn(server.database)
  const cookie = protocol === 'https:' ? `__Host-${session}` : session
  const db = openDatabase(server.database)
  const uploadedBy = await ensureManager(db, { issuer: 'test', subject: 'ada', now: 0 })
  const image = { name: 'aaaaaaaaaaaaaaaaaaaaaa.webp', bytes: Buffer.from('RIFF'), width: 1, height: 1 }
  await insertImage(db, { image, uploadedBy, now: 0 })
  const ask = (path: string, { method = 'GET', headers = {}, body, as }: Asking = {}) => {
    const isSafe = method === 'GET' || method === 'HEAD'
    const options: RequestOptions = {
      method,
      path,
      headers: {
        Host: host,
        ...(as ? { Cookie: cookie } : {}),
        ...(isSafe ? {} : { Origin: server.origin }),
        ...(isSafe || headers['Transfer-Encoding'] ? {} : { 'Content-Length': String(body?.length ?? 0) }),
        ...headers,
      },
    }
    return server.ask(options, body)
  }
  return { ask, db, server }
}

function close({ db, server }: { db: Db; server: Server }): Promise<unknown> {
  return Promise.all([db.destroy(), server.stop()])
}

/** The checked headers of a response; a nonce as 'N', and the hash of a style sheet as 'H'. */
function tellingOf({ headers }: RawResponse): Record<string, unknown> {
  const found = told.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]))
  const normalise = (value: unknown) =>
    String(value).replace(nonce, "'nonce-N'").replace(styleHash, "'sha256-H'")
  return Object.fromEntries(found.map(([name, value]) => [name, normalise(value)]))
}

/** 128 random bits as base64url. */
const nonce = /'nonce-[\w-]{22}'/
const styleHash = /'sha256-[\w+/]{43}='/

describe.each([
  ['on localhost', undefined, {}],
  ['behind https', 'https://douze.example', { 'strict-transport-security': 'max-age=63072000' }],
] as const)('%s', (_, origin, transport) => {
  let opened: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    opened = await open(origin)
  })
  afterAll(() => close(opened))

  test.each(table)('the headers of %s (%s)', async (_, path, asking, status, expected) => {
    const answer = await opened.ask(path, asking)
    expect(answer.status).toBe(status)
    expect(tellingOf(answer)).toEqual({ ...expected, ...transport })
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    if (asking.method !== undefined) return
    const head = await opened.ask(path, { ...asking, method: 'HEAD' })
    if (head.status === 405 && path.endsWith('.data')) return
    expect([head.status, head.body]).toEqual([status, ''])
    expect(tellingOf(head)).toEqual(tellingOf(answer))
  })

  test('the hash is that of the style sheet in the page, which a browser refuses otherwise', async () => {
    const { headers, body } = await opened.ask('/')
    const [, styles = ''] = /<style>([^<]*)<\/style>/.exec(body) ?? []
    expect(styles.length).toBeGreaterThan(10_000)
    const hash = createHash('sha256').update(styles).digest('base64')
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
  })

  test('who is signed in gets public pages with a link to the sheet that the game has', async () => {
    const { headers, body } = await opened.ask('/', anna)
    expect(body).not.toContain('<style')
    const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(body) ?? []
    expect(headers.link).toBe(`<${href}>; rel=preload; as=style`)
    expect((await opened.ask('/game', anna)).headers.link).toBe(headers.link)
  })

  test.each([
    '/',
    '/news',
    '/songs',
    '/game',
    '/auth/sign-in',
    '/nowhere',
    '/game.data',
    '/api/teams',
    '/api/players',
  ])('a brand-new visitor gets no cookie: %s', async (path) => {
    expect((await opened.ask(path)).headers).not.toHaveProperty('set-cookie')
  })

  test('every cookie is SameSite, Secure with https, and HttpOnly unless script keeps a draft in it', async () => {
    const answers = [
      await opened.ask('/consent', { method: 'POST', headers: form, body: 'choice=accept-all' }),
      await opened.ask('/auth/sign-out', { method: 'POST', headers: form }),
      await opened.ask('/game/time-zone', {
        ...anna,
        method: 'POST',
        headers: form,
        body: 'zone=Europe%2FVienna',
      }),
      await opened.ask('/hide-results', { method: 'POST', headers: form, body: 'intent=hide' }),
    ]
    const cookies = answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])
    expect(cookies.length).toBeGreaterThanOrEqual(4)
    for (const cookie of cookies) {
      const isDraft = /^(team|lineup)-draft=/.test(cookie)
      expect(cookie).toMatch(
        isDraft ? /; Path=\/game; SameSite=Lax(; Secure)?$/ : /; Path=\/; HttpOnly; SameSite=Lax(; Secure)?$/,
      )
      expect(cookie.endsWith('; Secure')).toBe(origin !== undefined)
      expect(cookie).not.toMatch(/domain=/i)
    }
    const names = cookies.map((cookie) => cookie.split('=')[0])
    expect(names).toContain(origin ? '__Host-sid' : 'sid')
  })

  test('failing pages and API requests have the same headers as all others', async () => {
    await opened.db.schema.alterTable('articles').renameTo('articles_elsewhere').execute()
    try {
      const broken = await opened.ask('/news?page=2')
      expect([broken.status, tellingOf(broken)]).toEqual([500, { ...publicPage, ...transport }])
      const call = await opened.ask('/api/news/1')
      expect([call.status, tellingOf(call)]).toEqual([500, { ...refused, ...transport }])
      for (const { body } of [broken, call])
        expect(body).not.toMatch(/articles_|no such table|\.server\.|node_modules/)
    } finally {
      await opened.db.schema.alterTable('articles_elsewhere').renameTo('articles').execute()
    }
  })

  test('a 304 has the same headers as the page, and no others', async () => {
    for (const [path, expected] of [
      ['/songs', publicPage],
      ['/api/players', refused],
    ] as const) {
      const first = await opened.ask(path)
      const again = await opened.ask(path, { headers: { 'If-None-Match': String(first.headers.etag) } })
      expect([again.status, again.body]).toEqual([304, ''])
      expect(tellingOf(again)).toEqual({ ...expected, ...transport })
    }
  })

  test('a page with script has a fresh nonce of 128 bits, and every script of the page has it', async () => {
    const nonces = []
    for (let reads = 0; reads < 5; reads += 1) {
      const { headers, body } = await opened.ask('/game', anna)
      const [, value = ''] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? []
      expect(Buffer.from(value, 'base64url')).toHaveLength(16)
      const scripts = body.match(/<script\b[^>]*>/g) ?? []
      expect(scripts.length).toBeGreaterThan(0)
      for (const script of scripts) expect(script).toContain(`nonce="${value}"`)
      nonces.push(value)
    }
    expect(new Set(nonces).size).toBe(5)
  })

  test.each(['/', '/news', '/songs', '/privacy-policy', '/auth/sign-in', '/nowhere', '/api'])(
    'a page without script has neither script nor nonce: %s',
    async (path) => {
      const { headers, body } = await opened.ask(path)
      expect(body).toContain('<!DOCTYPE html>')
      expect(body.replace(/<script type="application\/ld\+json">/g, '')).not.toMatch(/<script|nonce/)
      expect(headers['content-security-policy']).not.toContain('nonce')
    },
  )
})
