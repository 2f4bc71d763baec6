import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewArticle } from '#app/game/article/article.ts'
import { findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { insertArticle } from '#db/news/articles.server.ts'
import type { Db } from '#db/schema.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { type RawResponse, signIn, startServer } from '#tests/support/server.ts'

/** Public pages as the real server caches and sends them. The tests write to its database from another process. */
let server: Awaited<ReturnType<typeof startServer>>
let db: Db
let Host: string
let articlePath: string
let articleId: number

const written: NewArticle = {
  title: 'Basel is ready',
  slug: 'basel-is-ready',
  summary: 'The stage stands.',
  contentHtml: '<p>Every lamp is up.</p>',
  sanitiserVersion: 1,
  imageUrl: null,
  imageCredit: null,
  countryCode: 'CH',
  publishDate: '2025-05-01',
  category: 'COMPETITION',
}

beforeAll(async () => {
  server = await startServer()
  Host = `localhost:${server.port}`
  db = openDatabase(server.database)
  articleId = await insertArticle(db, written, 0)
  articlePath = `/news/${articleId}-basel-is-ready`
})

afterAll(async () => {
  await db.destroy()
  await server.stop()
})

function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return server.ask({ path, method, headers: { Host, ...headers } })
}

/** Writes like an editor when `isTold`; otherwise without invalidation, which distinguishes a cached page from a rendered one. */
async function rename(title: string, { isTold }: { isTold: boolean }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('articles').set({ title }).where('id', '=', articleId).execute()
    if (isTold) await bumpVersion(tx, 'news')
  })
}

/** Whether a request gets a cached response. */
async function isKept(asking: () => Promise<RawResponse>): Promise<boolean> {
  await rename('An old title', { isTold: true })
  await ask(articlePath)
  await rename('A new title', { isTold: false })
  const { status, body } = await asking()
  expect(status).toBe(200)
  expect(body.includes('An old title')).not.toBe(body.includes('A new title'))
  return body.includes('An old title')
}

describe('a page', () => {
  test('is cached for every visitor without a session, whatever other cookies they have', async () => {
    expect(await isKept(() => ask(articlePath))).toBe(true)
    const Cookie = 'tz=Asia%2FTokyo; league=1; invite=1.secret; visitor=sid; xsid=1; junk'
    expect(await isKept(() => ask(articlePath, { Cookie }))).toBe(true)
  })

  test.each(['sid=abc', 'a=b; sid=', '__Host-sid=abc', 'flash=abc'])(
    'is drawn alone for a visitor with the cookie %s',
    async (Cookie) => {
      expect(await isKept(() => ask(articlePath, { Cookie }))).toBe(false)
    },
  )

  test('is never sent to who hides results, whose pages are cached apart (D38)', async () => {
    const asHidden = () => ask(articlePath, { Cookie: 'results=hide.2025.1' })
    expect(await isKept(asHidden)).toBe(false)
    await rename('A third title', { isTold: false })
    expect((await asHidden()).body).toContain('A new title')
    expect((await ask(articlePath)).body).toContain('An old title')
    expect(await isKept(() => ask(articlePath, { Cookie: 'results=show' }))).toBe(true)
  })

  test('is rendered separately for an unknown query', async () => {
    expect(await isKept(() => ask(`${articlePath}?unknown=x`))).toBe(false)
  })

  test('is sent for a link with tracking parameters', async () => {
    expect(await isKept(() => ask(`${articlePath}?utm_source=x&fbclid=y`))).toBe(true)
  })

  test('shows an edit, made by any process, on the next request', async () => {
    const paths = ['/', '/news', articlePath]
    for (const title of ['One', 'Two', 'Three'].map((each) => `${each} of Basel`)) {
      await rename(title, { isTold: true })
      for (const path of paths) expect((await ask(path)).body, path).toContain(title)
    }
  })

  test('of one URL is never sent for another', async () => {
    const bodies = await Promise.all(
      ['/', '/news', '/news?page=2', articlePath, '/songs', '/songs?play=CH', '/privacy-policy'].map(
        async (path) => [(await ask(path)).body, (await ask(path)).body],
      ),
    )
    for (const [first, second] of bodies) expect(second).toBe(first)
    expect(new Set(bodies.flat()).size).toBe(7)
  })
})

test('the calendar of deadlines is 304 until a deadline is corrected', async () => {
  const { body, headers } = await ask('/deadlines.ics')
  const known = { 'If-None-Match': String(headers.etag) }
  expect(body).toContain('DTSTART:20250513T190000Z')
  expect((await ask('/deadlines.ics', known)).status).toBe(304)
  const season = findBundledSeason(2025)
  if (!season) throw new Error('There is no season 2025')
  const [first, ...rest] = season.rounds
  if (!first) throw new Error('The season has no rounds')
  await loadSeason(db, { ...season, rounds: [{ ...first, deadlineAt: first.deadlineAt - 60_000 }, ...rest] })
  const corrected = await ask('/deadlines.ics', known)
  expect(corrected.status).toBe(200)
  expect(corrected.body).toContain('DTSTART:20250513T185900Z')
  expect(corrected.headers.etag).not.toBe(headers.etag)
  await loadSeason(db, season)
})

describe('a signed-in visitor', () => {
  test('never gets a cached page and never fills the cache', async () => {
    const Cookie = await signIn(server.database)
    await rename('Read by Anna first', { isTold: true })
    const hers = await ask('/news', { Cookie })
    const everybodys = [await ask('/news'), await ask('/news')]
    const hersAgain = await ask('/news', { Cookie })
    for (const { body, headers } of [hers, hersAgain]) {
      expect(body).toContain('Sign Out')
      expect(headers['cache-control']).toBe('private, no-store, no-cache')
      expect(headers).not.toHaveProperty('etag')
    }
    for (const { body, headers } of everybodys) {
      expect(body).toContain('Read by Anna first')
      expect(body).toContain('Sign In')
      expect(body).not.toContain('Sign Out')
      expect(headers['cache-control']).toBe('private, no-cache')
    }
  })

  test('gets their own flash message, and nobody else does', async () => {
    const note = Buffer.from(JSON.stringify({ code: 'league-joined' })).toString('base64url')
    await ask('/')
    const told = await ask('/', { Cookie: `flash=${note}` })
    expect(told.headers['set-cookie']).toEqual([expect.stringContaining('flash=; Max-Age=0')])
    for (const answer of [await ask('/'), await ask('/')]) {
      expect(answer.status).toBe(200)
      expect(answer.headers).not.toHaveProperty('set-cookie')
    }
  })
})

describe('the response', () => {
  const rest = (headers: RawResponse['headers']) => {
    const { date: _, 'x-request-id': id, ...others } = headers
    expect(id).toMatch(/^[\w-]{36}$/)
    return others
  }

  test.each(['/', '/songs', '/terms-of-service'])(
    'of %s is the same drawn or kept, but for its id, and has the headers of every page',
    async (path) => {
      await bumpVersion(db, 'game')
      const [drawn, kept] = [await ask(path), await ask(path)]
      expect(kept.status).toBe(200)
      expect(kept.body).toBe(drawn.body)
      expect(rest(kept.headers)).toEqual(rest(drawn.headers))
      expect(kept.headers['x-request-id']).not.toBe(drawn.headers['x-request-id'])
      const beyond = await ask('/nowhere-at-all')
      const { vary, etag, ...common } = rest(kept.headers)
      expect(common).toEqual({
        ...rest(beyond.headers),
        'content-length': common['content-length'],
        vary: undefined,
      })
      expect(vary).toBe('Cookie, Accept-Encoding')
      expect(etag).toMatch(/^W\/"/)
    },
  )

  test('decompressed from gzip or brotli equals the uncompressed one', async () => {
    for (const [coding, decode] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      for (const bump of [true, false]) {
        if (bump) await bumpVersion(db, 'news')
        const plain = await fetchBytes('/news', 'identity')
        const squeezed = await fetchBytes('/news', coding)
        expect(squeezed.coding).toBe(coding)
        expect(squeezed.bytes.length).toBeLessThan(plain.bytes.length / 2)
        expect(decode(squeezed.bytes).equals(plain.bytes)).toBe(true)
      }
    }
  })

  test('to HEAD equals the one to GET without its body', async () => {
    const [get, head] = [await ask('/news'), await ask('/news', {}, 'HEAD')]
    expect([head.status, head.body]).toEqual([200, ''])
    expect(rest(head.headers)).toEqual(rest(get.headers))
  })

  test('is 304 for a current ETag, until the page changes', async () => {
    const etag = String((await ask('/news')).headers.etag)
    for (const known of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const answer = await ask('/news', { 'If-None-Match': known, 'Accept-Encoding': 'br' })
      expect([answer.status, answer.body, answer.headers.etag]).toEqual([304, '', etag])
      expect(answer.headers.vary).toBe('Cookie, Accept-Encoding')
      expect(answer.headers).not.toHaveProperty('content-encoding')
    }
    expect((await ask('/news', { 'If-None-Match': '"other"' })).status).toBe(200)
    await rename('Nobody has this yet', { isTold: true })
    const changed = await ask('/news', { 'If-None-Match': etag })
    expect(changed.body).toContain('Nobody has this yet')
    await bumpVersion(db, 'news')
    const unchanged = await ask('/news', { 'If-None-Match': String(changed.headers.etag) })
    expect(unchanged.status).toBe(304)
  })
})

describe('cached pages pass the same request checks', () => {
  beforeAll(() => ask('/news'))

  test('another host redirects to the public one', async () => {
    const answer = await ask('/news', { Host: `127.0.0.1:${server.port}` })
    expect([answer.status, answer.headers.location]).toEqual([308, `${server.origin}/news`])
  })

  test.each([
    ['OPTIONS', 405],
    ['PUT', 405],
    ['POST', 405],
  ])('%s is refused', async (method, status) => {
    const answer = await ask('/news', { 'Content-Length': '0', Origin: server.origin }, method)
    expect(answer.status).toBe(status)
  })

  test('a POST from another origin is refused, and a GET with a body', async () => {
    expect(
      (await ask('/news', { Origin: 'https://evil.example', 'Content-Length': '0' }, 'POST')).status,
    ).toBe(403)
    const options = { path: '/news', headers: { Host, 'Content-Length': '3' } }
    expect((await server.ask(options, 'a=b')).status).toBe(400)
  })

  test('a wrong slug, a missing and a future article are not cached', async () => {
    const later = await insertArticle(db, { ...written, slug: 'later', publishDate: '2999-01-01' }, 0)
    const missing = [`/news/${later}-later`, '/news/999999-nothing', `/news/${later}-late`]
    for (const path of [...missing, ...missing]) expect((await ask(path)).status, path).toBe(404)
    for (const _ of ['first', 'again']) {
      const moved = await ask(`/news/${articleId}-another-slug`)
      expect([moved.status, moved.headers.location]).toEqual([308, articlePath])
      expect(moved.headers['cache-control']).toBe('no-store')
    }
    await db.updateTable('articles').set({ publish_date: '2025-05-02' }).where('id', '=', later).execute()
    expect((await ask(`/news/${later}-later`)).status).toBe(200)
  })
})

test('home without its news, because they could not be read, is not cached', async () => {
  await rename('News are back', { isTold: true })
  await sql`alter table articles rename to lost`.execute(db)
  const without = await ask('/')
  await sql`alter table lost rename to articles`.execute(db)
  expect([without.status, without.body.includes('Latest News</h2>')]).toEqual([200, false])
  expect(without.body).toContain('Manage Your Eurovision Dream Team')
  expect((await ask('/')).body).toContain('News are back')
})

test('a jump of the demo clock shows at once; every response, cached or not, is one line in the log', async () => {
  const demo = await startServer({ DEMO: '1' })
  const headers = { Host: `localhost:${demo.port}` }
  const form = { ...headers, Origin: demo.origin, 'Content-Type': 'application/x-www-form-urlencoded' }
  for (const [now, shown] of [
    ['2025-05-10T12:00:10Z', 'May 10, 14:00'],
    ['2025-05-17T23:30:10Z', 'May 18, 01:30'],
  ]) {
    const body = `now=${encodeURIComponent(now ?? '')}`
    const jump = { method: 'POST', path: '/demo/clock', headers: { ...form, 'Content-Length': body.length } }
    expect((await demo.ask(jump, body)).status).toBe(303)
    for (const path of ['/', '/songs']) expect((await demo.ask({ path, headers })).body).toContain(shown)
  }
  const asked = { path: '/songs?play=CH', headers: { ...headers, Cookie: 'tz=secret' } }
  const ids = [await demo.ask(asked), await demo.ask(asked)].map((each) => each.headers['x-request-id'])
  await demo.stop()
  for (const id of ids) {
    const lines = demo.log().filter((line) => line.id === id)
    const line = { event: 'request', method: 'GET', path: '/songs', status: 200 }
    expect(lines).toEqual([expect.objectContaining(line)])
  }
  expect(JSON.stringify(demo.log())).not.toMatch(/secret|play=/)
})

async function fetchBytes(path: string, coding: string) {
  const { headers, bytes } = await ask(path, { 'Accept-Encoding': coding })
  return { coding: headers['content-encoding'], bytes }
}
