import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#app/services/accounts/account-deletion.server.ts'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { systemClock } from '#db/clock.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { insertArticle } from '#db/news/articles.server.ts'
import type { Db } from '#db/schema.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { plainArticle } from '#tests/support/articles.ts'
import { affordableCodes } from '#tests/support/game-steps.ts'
import { signIn, startServer } from '#tests/support/server.ts'

/** The lists of the API as the real server caches and sends them. */
let server: Awaited<ReturnType<typeof startServer>>
let db: Db
let cookie: string

beforeAll(async () => {
  server = await startServer()
  db = openDatabase(server.database)
  await openTheSeasonAgain()
  cookie = await signIn(server.database)
  await addTeam('First of all')
})
beforeEach(async () => {
  await rename('First of all', { isTold: true })
})
afterAll(async () => {
  await db.destroy()
  await server.stop()
})

/** Production uses the system clock, and the season of 2025 is over: its shows are moved to the future. */
async function openTheSeasonAgain(): Promise<void> {
  const later = Date.now() + 86_400_000
  await db.updateTable('rounds').set({ deadline_at: later }).execute()
  await db.updateTable('games').set({ concluded_at: later }).execute()
  await db.transaction().execute((tx) => bumpVersion(tx, 'game'))
}

async function addTeam(teamName: string): Promise<number> {
  const managerId = await ensureManager(db, { issuer: 'test', subject: teamName, now: 1 })
  const wanted = { teamName, managerName: 'Hidden Henry', codes: affordableCodes }
  expect(await saveTeam(db, { managerId, input: wanted, clock: systemClock })).toMatchObject({ ok: true })
  return managerId
}

/** With invalidation every list must change, without it none may: that distinguishes a cached response from a rendered one. */
async function rename(teamName: string, { isTold }: { isTold: boolean }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('teams').set({ team_name: teamName }).where('id', '=', 1).execute()
    if (isTold) await bumpVersion(tx, 'ranking')
  })
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return server.ask({ path, method, headers: { Cookie: cookie, ...headers } })
}
const teams = '/api/teams?limit=100'

describe('the ranking', () => {
  test('is rendered once and cached for all callers', async () => {
    const drawn = await ask(teams)
    expect(drawn.status).toBe(200)
    expect(drawn.body).toContain('First of all')
    await rename('Nobody was told', { isTold: false })
    const kept = await ask(teams)
    expect(kept.body).toBe(drawn.body)
    expect(kept.headers.etag).toBe(drawn.headers.etag)
    const other = await signIn(server.database, 'björn')
    expect((await ask(teams, { Cookie: other })).body).toBe(drawn.body)
  })

  test('is never sent without valid credentials', async () => {
    await ask(teams)
    const bad: Record<string, string>[] = [
      { Cookie: '' },
      { Cookie: 'sid=guessed' },
      { Authorization: 'Basic x' },
      // The provider is unreachable here: this token cannot be verified.
      { Authorization: 'Bearer a.b.c' },
    ]
    for (const [at, headers] of bad.entries()) {
      const reply = await ask(teams, headers)
      expect(reply.status).toBe([401, 401, 401, 503][at])
      expect(reply.body).not.toContain('First of all')
      expect(reply.headers.etag).toBeUndefined()
    }
  })

  test('shows a new team on the next request', async () => {
    await ask(teams)
    await addTeam('Just now')
    const { data, totalElements } = JSON.parse((await ask(teams)).body)
    expect(data.map((row: { teamName: string }) => row.teamName)).toEqual(['First of all', 'Just now'])
    expect(totalElements).toBe(2)
  })

  test('contains nothing of a deleted account from the next request on', async () => {
    const managerId = await addTeam('Soon gone')
    expect((await ask(teams)).body).toContain('Soon gone')
    const deletion = { managerId, clock: systemClock, formKey: undefined, noteFault: console.error }
    expect(await deleteAccount(db, deletion)).toBe(true)
    expect((await ask(teams)).body).not.toContain('Soon gone')
  })

  test('is 304 for a current ETag, until it changes', async () => {
    const { headers } = await ask(teams)
    const known = { 'If-None-Match': String(headers.etag) }
    expect(headers.etag).toMatch(/^W\/".{22}"$/)
    expect((await ask(teams, known)).status).toBe(304)
    expect((await ask(teams, { ...known, Cookie: '' })).status).toBe(401)
    await rename('Renamed', { isTold: true })
    const changed = await ask(teams, known)
    expect(changed.status).toBe(200)
    expect(changed.body).toContain('Renamed')
  })

  test('has the headers of the contract, cached or rendered, and no manager’s name', async () => {
    for (const reply of [await ask(teams), await ask(teams)]) {
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
      expect(reply.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
      expect(reply.body).not.toContain('Hidden Henry')
    }
  })

  test('is compressed on request, and has no body for HEAD', async () => {
    const plain = await ask(teams)
    const squeezed = await ask(teams, { 'Accept-Encoding': 'gzip' })
    expect(squeezed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(squeezed.bytes).toString()).toBe(plain.body)
    const head = await ask(teams, {}, 'HEAD')
    expect([head.status, head.body, head.headers.etag]).toEqual([200, '', plain.headers.etag])
  })

  test('a HEAD request first caches no empty list', async () => {
    const path = '/api/teams?limit=71'
    const head = await ask(path, {}, 'HEAD')
    const whole = await ask(path)
    expect(whole.body).toContain('First of all')
    expect(head.headers.etag).toBe(whole.headers.etag)
    expect(head.headers['content-length']).toBe(whole.headers['content-length'])
  })

  test('pages are cached separately, and an invalid query is refused', async () => {
    const first = JSON.parse((await ask('/api/teams?offset=0&limit=1')).body)
    const second = JSON.parse((await ask('/api/teams?offset=1&limit=1')).body)
    expect(first.data).toHaveLength(1)
    expect(second.data).not.toEqual(first.data)
    for (const query of ['limit=0', 'limit=101', 'limit=1&limit=2', 'offset=-1', 'limit=x'])
      expect((await ask(`/api/teams?${query}`)).status, query).toBe(400)
  })
})

test('players and news are public, and cached until their topic changes', async () => {
  const players = await ask('/api/players', { Cookie: '' })
  expect(JSON.parse(players.body)).toHaveLength(37)
  expect((await ask('/api/players', { Cookie: '' })).headers.etag).toBe(players.headers.etag)
  await db.updateTable('entries').set({ song: 'Another song' }).where('code', '=', 'AT').execute()
  expect((await ask('/api/players')).body).not.toContain('Another song')
  await db.transaction().execute((tx) => bumpVersion(tx, 'game'))
  expect((await ask('/api/players')).body).toContain('Another song')
  await insertArticle(db, { ...plainArticle, title: 'First words' }, 1)
  await db.transaction().execute((tx) => bumpVersion(tx, 'news'))
  expect((await ask('/api/news', { Cookie: '' })).body).toContain('First words')
  await db.updateTable('articles').set({ title: 'Other words' }).execute()
  expect((await ask('/api/news', { Cookie: '' })).body).toContain('First words')
  await db.transaction().execute((tx) => bumpVersion(tx, 'news'))
  expect((await ask('/api/news', { Cookie: '' })).body).toContain('Other words')
})

describe('uncached responses', () => {
  const own = ['/api/leagues/mine', '/api/teams/mine', '/api/teams?limit=2&offset=0', '/api/openapi.json']

  test.each(own)('%s has an ETag too, and is 304 for who has it', async (path) => {
    const whole = await ask(path)
    expect(whole.status).toBe(200)
    const etag = String(whole.headers.etag)
    expect(etag).toMatch(/^W\/".{22}"$/)
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const answer = await ask(path, { 'If-None-Match': known })
      expect([answer.status, answer.body, answer.headers.etag]).toEqual([304, '', etag])
    }
    expect((await ask(path, { 'If-None-Match': '"other"' })).body).toBe(whole.body)
    const head = await ask(path, {}, 'HEAD')
    expect([head.status, head.body, head.headers.etag]).toEqual([200, '', etag])
    expect((await ask(path, { 'If-None-Match': etag }, 'HEAD')).status).toBe(304)
  })

  test('have a new ETag after a change, which does not replace credentials', async () => {
    const before = await ask('/api/teams?limit=2&offset=0')
    expect(before.headers.etag).toBeDefined()
    const known = { 'If-None-Match': String(before.headers.etag) }
    expect((await ask('/api/teams?limit=2&offset=0', { ...known, Cookie: '' })).status).toBe(401)
    await rename('Renamed', { isTold: true })
    const after = await ask('/api/teams?limit=2&offset=0', known)
    expect([after.status, after.body]).toEqual([200, expect.stringContaining('Renamed')])
  })

  test('an error has no ETag', async () => {
    const answer = await ask('/api/nothing', { 'If-None-Match': '*' })
    expect([answer.status, answer.headers.etag]).toEqual([404, undefined])
  })
})

test('cached responses count towards the rate limit of reads per address', async () => {
  await ask(teams)
  const from = { 'X-Forwarded-For': '203.0.113.7' }
  const statuses = new Set<number>()
  for (let asked = 0; asked < 700 && !statuses.has(429); asked += 1)
    statuses.add((await ask(teams, from)).status)
  expect([...statuses]).toEqual([200, 429])
  expect((await ask(teams, { 'X-Forwarded-For': '203.0.113.8' })).status).toBe(200)
})
