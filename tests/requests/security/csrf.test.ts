import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { type ApiResponse, sendRawCall } from '#tests/support/api-requests.ts'
import { type App, isRemixServe, openApp } from '#tests/support/app.ts'
import { addArticle } from '#tests/support/articles.ts'
import type { Browser } from '#tests/support/browser.ts'
import { listRoutes } from '#tests/support/build-routes.ts'
import { openDump } from '#tests/support/database-dump.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { affordableCodes, loginWithTeam } from '#tests/support/game-steps.ts'
import { addConfirmedAddress, addressesOf, confirmLink } from '#tests/support/mail-links.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * Requests forged on other sites, in every disguise, to every route of the build that writes: each is refused, and the
 * whole database is unchanged. Then each is sent from this site, and has its effect.
 */
let app: App
let provider: FakeProvider
let dump: ReturnType<typeof openDump>
let signedIn: Record<'anna' | 'ada' | 'leaver', Browser>
const ids = { LEAGUE: 0, OWNED: 0, ARTICLE: 0 }
let token = ''
const secret = 'the-link-of-the-sofa-1234'

beforeAll(async () => {
  provider = await startFakeProvider()
  app = await openApp({ issuer: provider.issuer, sendsMails: true })
  const { contest, ada } = await openWorld(app)
  const { as: bjorn } = await loginWithTeam(app, 'bjorn')
  const league = { gameId: contest.id, ownerId: 2, leagueName: 'The sofa', inviteSecret: secret, now: 1 }
  ids.LEAGUE = await insertLeague(app.db, league)
  ids.ARTICLE = await addArticle(app)
  const { as: anna, teamId } = await loginWithTeam(app, 'anna')
  const { manager_id: ownerId } = await app.db
    .selectFrom('teams')
    .select('manager_id')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  ids.OWNED = await insertLeague(app.db, { ...league, ownerId, inviteSecret: 'the-link-of-another-sofa' })
  await insertMembership(app.db, { leagueId: ids.OWNED, teamId, now: 1 })
  signedIn = { anna, ada, leaver: await app.login('leaver') }
  await addConfirmedAddress(app, { as: ada, subject: 'ada', address: 'ada@example.org' })
  await app.post('/game/notifications', { intent: 'ask', address: 'bjorn@example.org' }, { as: bjorn })
  const [waiting] = await addressesOf(app, 'bjorn')
  token = confirmLink(waiting?.id ?? 0).split('token=')[1] ?? ''
  dump = openDump(app.location)
})
afterAll(async () => {
  await dump.close()
  await app.close()
  await provider.stop()
})

/** All rows but the mail sender's notes of its tries: there is no mail server. */
async function readRows(): Promise<unknown> {
  const { sender_lease: _, outbox: __, ...tables } = await dump.read()
  return { ...tables, mails: await app.db.selectFrom('outbox').select(['id', 'cause']).execute() }
}

type Fields = Record<string, string>
interface Deed {
  /** Method and path. */
  request: string
  as: keyof typeof signedIn | null
  form?: Fields
  json?: () => unknown
  hasFile?: boolean
  /** The cookie it sets instead of rows. */
  isCookie?: boolean
}

const article = {
  title: 'Forged',
  slug: 'forged',
  summary: 'About it',
  content: '<p>Text</p>',
  publishDate: '2025-05-01',
  category: 'OTHER',
}
const articleOfCall = {
  title: 'Forged',
  titleUrl: 'forged',
  summary: 'About it',
  content: '<p>Text</p>',
  publishDate: '2025-05-01',
  category: 'OTHER',
}
const team = { teamName: 'Forged', managerName: 'Mallory' }
const reversed = [...affordableCodes].reverse()

/** The effect of every route of the build that writes; a later one may end the session of an earlier one. */
const deeds: Record<string, Deed[]> = {
  consent: [{ request: 'POST /consent', as: null, form: { choice: 'accept-all' }, isCookie: true }],
  'hide-results': [
    { request: 'POST /hide-results', as: 'anna', form: { intent: 'hide' } },
    { request: 'POST /hide-results', as: null, form: { intent: 'hide' }, isCookie: true },
  ],
  'auth.sign-in': [{ request: 'POST /auth/sign-in', as: null, form: { redirectTo: '/game' } }],
  'game.team': [
    {
      request: 'POST /game/team',
      as: 'anna',
      form: { intent: 'save', ...team, picks: affordableCodes.join('.') },
    },
  ],
  'game.lineup': [
    {
      request: 'POST /game/lineup',
      as: 'anna',
      form: { intent: 'save', round: '1', order: reversed.join('.') },
    },
  ],
  'game.leagues': [
    {
      request: 'POST /game/leagues',
      as: 'anna',
      form: { intent: 'create', leagueName: 'Forged', once: '' },
    },
  ],
  'game.screen': [{ request: 'POST /game/screen', as: 'anna', form: { intent: 'make', leagueId: 'OWNED' } }],
  'game.time-zone': [
    { request: 'POST /game/time-zone', as: 'anna', form: { zone: 'Europe/Vienna' }, isCookie: true },
  ],
  'game.notifications': [
    {
      request: 'POST /game/notifications',
      as: 'anna',
      form: { intent: 'ask', address: 'forged@example.org' },
    },
  ],
  'notifications.confirm': [{ request: 'POST /notifications/confirm', as: null, form: { token: 'TOKEN' } }],
  'admin.desk': [
    { request: 'POST /admin/desk', as: 'ada', form: { round: '2', version: '0', change: 'AT::50' } },
  ],
  'admin.mails': [{ request: 'POST /admin/mails', as: 'ada', form: {} }],
  'admin._index': [
    {
      request: 'POST /admin?index',
      as: 'ada',
      form: { intent: 'save', round: '1', version: '0', 'score-AL': '7' },
    },
  ],
  'admin.news.$article': [
    { request: 'POST /admin/news/new', as: 'ada', form: { intent: 'save', ...article } },
  ],
  'api.teams.mine': [
    { request: 'POST /api/teams/mine', as: 'anna', json: () => ({ ...team, players: idsOf(reversed) }) },
  ],
  'api.teams.mine.lineup.round.$round': [
    {
      request: 'POST /api/teams/mine/lineup/round/1',
      as: 'anna',
      json: () => ({ players: idsOf(affordableCodes) }),
    },
  ],
  'api.leagues': [{ request: 'POST /api/leagues', as: 'anna', json: () => ({ leagueName: 'Forged too' }) }],
  'api.leagues.$leagueId.join': [
    { request: 'POST /api/leagues/LEAGUE/join', as: 'anna', json: () => ({ leagueSecret: secret }) },
  ],
  'api.admin.game.active.round-scores.$round': [
    {
      request: 'PUT /api/admin/game/active/round-scores/1',
      as: 'ada',
      json: () => ({
        playerScores: idsOf(Object.keys(entryIds)).map((playerId) => ({ playerId, score: 9 })),
      }),
    },
  ],
  'api.admin.news': [{ request: 'POST /api/admin/news', as: 'ada', json: () => articleOfCall }],
  'api.admin.news.upload.news-image': [
    { request: 'POST /api/admin/news/upload/news-image', as: 'ada', hasFile: true },
  ],
  'api.admin.news.$articleId': [
    { request: 'PUT /api/admin/news/ARTICLE', as: 'ada', json: () => articleOfCall },
    { request: 'DELETE /api/admin/news/ARTICLE', as: 'ada' },
  ],
  'admin.news._index': [
    { request: 'POST /admin/news?index', as: 'ada', form: { intent: 'delete', id: 'ARTICLE' } },
  ],
  'demo.rehearsal': [{ request: 'POST /demo/rehearsal', as: null, form: { step: 'next' } }],
  'demo.clock': [{ request: 'POST /demo/clock', as: null, form: { now: '2025-05-14T12:00:00Z' } }],
  'api.admin.teams.all.compute-round-scores.$round': [
    { request: 'POST /api/admin/teams/all/compute-round-scores/1', as: 'ada' },
  ],
  'game.account.delete': [
    { request: 'POST /game/account/delete', as: 'anna', form: { confirm: 'delete', once: '' } },
  ],
  'auth.sign-out': [{ request: 'POST /auth/sign-out', as: 'leaver', form: {} }],
}
/** Fallback routes for unknown paths, without an effect. */
const idle = ['$', 'api.$']
/** Called by servers without browser headers: protected by a signed token. For the second see mail-links.test.ts. */
const exempt = ['auth.backchannel-logout', 'notifications.unsubscribe']
const all = Object.values(deeds).flat()

test('the table contains exactly the routes of the build that accept writes', async () => {
  const inBuild = (await listRoutes()).withAction
  expect([...Object.keys(deeds), ...idle, ...exempt].toSorted()).toEqual(inBuild.toSorted())
})

interface Disguise {
  says: string
  headers?: Record<string, string>
  /** Changes the path, or returns none where it does not apply. */
  path?: (path: string) => string
  /** Replaces the body's Content-Type; '' sends none. */
  type?: string
  more?: string
  /** Refused on server.ts only: remix-serve leaves empty headers out, which no browser sends, and knows `_data`. */
  onServerTs?: boolean
  /** A route without a session check: the request is refused because it has a session cookie. */
  needsSession?: boolean
}

const home = 'http://localhost:3000'
const evil = 'https://evil.example'
const from = (says: string, origin: string): Disguise => ({ says, headers: { origin } })
const site = (says: string, value: string, more: Record<string, string> = {}): Disguise => ({
  says,
  headers: { 'sec-fetch-site': value, ...more },
})
const withQuery = (query: string) => (path: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`
const dataOf = (path: string) => (path.startsWith('/api/') ? path : path.replace(/(?=\?|$)/, '.data'))

const disguises: Disguise[] = [
  site('another site', 'cross-site'),
  site('a sister host', 'same-site'),
  site('a sister host that claims our origin', 'same-site', { origin: home }),
  site('another site that claims our origin', 'cross-site', { origin: home }),
  { ...site('an empty word', '', { origin: home }), onServerTs: true },
  site('a word in capitals', 'Same-Origin', { origin: home }),
  site('two words', 'same-origin, cross-site', { origin: home }),
  site('an unknown word', 'same-origin-ish', { origin: home }),
  from('a hidden origin', 'null'),
  from('another origin', evil),
  from('our name as the beginning', `${home}.evil.example`),
  from('our name as the user of another', `http://localhost:3000@evil.example`),
  from('our name as the end', 'http://evillocalhost:3000'),
  from('our host on another port', 'http://localhost:3001'),
  from('our port with a digit more', `${home}0`),
  from('our host without its port', 'http://localhost'),
  from('our host over https', 'https://localhost:3000'),
  from('our host by its address', 'http://127.0.0.1:3000'),
  from('our origin in capitals', 'HTTP://LOCALHOST:3000'),
  from('our origin with a slash', `${home}/`),
  from('our origin and another', `${home}, ${evil}`),
  from('another origin and ours', `${evil}, ${home}`),
  { ...from('an empty origin', ''), onServerTs: true },
  from('a file', 'file://'),
  { says: 'no header of a browser, with a session', needsSession: true },
  {
    says: 'a referrer of ours alone',
    headers: { referer: `${home}/game/team`, 'x-requested-with': 'XMLHttpRequest' },
    needsSession: true,
  },
  {
    says: 'another host that agrees with its origin',
    headers: { origin: evil, host: 'evil.example' },
  },
  {
    says: 'a forwarded host that agrees with its origin',
    headers: { origin: evil, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  },
  {
    says: 'a forwarded header that agrees with its origin',
    headers: { origin: evil, forwarded: 'host=evil.example;proto=https' },
  },
  {
    says: 'a method in a header',
    headers: { origin: evil, 'x-http-method-override': 'GET', 'x-method-override': 'GET' },
  },
  { says: 'a method in the query', headers: { origin: evil }, path: withQuery('_method=GET') },
  { says: 'a method in the body', headers: { origin: evil }, more: '&_method=GET' },
  {
    says: 'an address in a header',
    headers: { origin: evil, 'x-original-url': '/', 'x-rewrite-url': '/songs' },
  },
  { says: 'the data of the page', headers: { origin: evil }, path: dataOf },
  { says: 'the data, from another site', headers: { 'sec-fetch-site': 'cross-site' }, path: dataOf },
  { says: 'an index', headers: { origin: evil }, path: withQuery('index') },
  {
    says: 'one loader alone, from our page',
    headers: { origin: home },
    path: withQuery('_data=root'),
    onServerTs: true,
  },
  {
    says: 'one loader alone, in escapes',
    headers: { 'sec-fetch-site': 'same-origin' },
    path: withQuery('%5fdata='),
    onServerTs: true,
  },
  {
    says: 'a path with a slash behind',
    headers: { origin: evil },
    path: (path) => path.replace(/(?=\?|$)/, '/'),
  },
  { says: 'a form of text', headers: { origin: evil }, type: 'text/plain' },
  { says: 'a form in parts', headers: { origin: 'null' }, type: 'multipart/form-data; boundary=x' },
  { says: 'a plain form', headers: { origin: evil }, type: 'application/x-www-form-urlencoded' },
  { says: 'JSON', headers: { 'sec-fetch-site': 'cross-site' }, type: 'application/json' },
  { says: 'JSON as text', headers: { origin: evil }, type: 'text/plain; application/json' },
  { says: 'a body of no kind', headers: { origin: evil }, type: '' },
  { says: 'a bearer along with it', headers: { origin: evil, authorization: 'Bearer a.b.c' } },
]

test('every disguise is unique', () => {
  expect(new Set(disguises.map(({ says }) => says)).size).toBe(disguises.length)
})

let entryIds: Record<string, number> = {}
beforeAll(async () => {
  const entries = await app.db.selectFrom('entries').select(['id', 'code']).execute()
  entryIds = Object.fromEntries(entries.map(({ id, code }) => [code, id]))
})

function idsOf(codes: readonly string[]): (number | undefined)[] {
  return codes.map((code) => entryIds[code])
}

/** An image of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function bodyOf({ form, json, hasFile }: Deed): Promise<{ type: string; text: string | Uint8Array }> {
  if (hasFile) {
    const parts = new FormData()
    parts.append('file', new Blob([pixel]), 'x.png')
    const { headers, body } = new Response(parts)
    return {
      type: headers.get('Content-Type') ?? '',
      text: new Uint8Array(await new Response(body).arrayBuffer()),
    }
  }
  if (form)
    return {
      type: 'application/x-www-form-urlencoded',
      text: new URLSearchParams(
        Object.entries(form).map(([name, value]) => [name, filled(value)]),
      ).toString(),
    }
  return json ? { type: 'application/json', text: JSON.stringify(json()) } : { type: '', text: '' }
}

function filled(text: string): string {
  return text
    .replace('LEAGUE', String(ids.LEAGUE))
    .replace('OWNED', String(ids.OWNED))
    .replace('ARTICLE', String(ids.ARTICLE))
    .replace('TOKEN', token)
}

async function send(
  deed: Deed,
  { headers = {}, path = (same) => same, type, more = '' }: Omit<Disguise, 'says'>,
  as: Browser | null = deed.as && signedIn[deed.as],
  method = deed.request.split(' ')[0] ?? '',
): Promise<ApiResponse> {
  const target = path(filled(deed.request.split(' ')[1] ?? ''))
  const isRead = method === 'GET' || method === 'HEAD'
  const body = isRead ? { type: '', text: '' } : await bodyOf(deed)
  const bytes = Buffer.concat([Buffer.from(body.text), Buffer.from(more)])
  const kind = type ?? body.type
  const cookie = as?.cookieHeader('/')
  return sendRawCall(app, {
    method,
    path: target,
    bytes,
    headers: {
      host: 'localhost:3000',
      ...(cookie ? { cookie } : {}),
      ...(kind === '' ? {} : { 'content-type': kind }),
      ...(isRead ? {} : { 'content-length': String(bytes.length) }),
      ...headers,
    },
  })
}

/** remix-serve has no check in front of Remix: Remix's own may come first, with 500. */
function expectRefused({ status, text, headers }: ApiResponse, disguise: string): void {
  const cookies = headers.getSetCookie()
  if (isRemixServe) {
    expect(status, disguise).toBeGreaterThanOrEqual(400)
    // The page that refuses has shown the message that was waiting.
    expect(cookies.filter((cookie) => !cookie.startsWith('flash=;'))).toEqual([])
  } else {
    expect([status, text.includes('did not come from this site')], disguise).toEqual([403, true])
    expect(cookies, disguise).toEqual([])
  }
}

describe.each(all)('$request as $as', (deed) => {
  test('forged on another site is refused, however it is disguised, and changes nothing', async () => {
    const before = await readRows()
    const visitors = [signedIn[deed.as ?? 'anna'], null]
    for (const disguise of disguises.filter(({ onServerTs }) => !(onServerTs && isRemixServe))) {
      for (const as of disguise.needsSession ? visitors.slice(0, 1) : visitors) {
        const answer = await send(deed, disguise, as)
        expectRefused(answer, `${disguise.says}, ${as ? 'with' : 'without'} a session`)
      }
    }
    expect(await readRows()).toEqual(before)
  })

  test('requested by a link, an image or a prefetch changes nothing', async () => {
    const before = await readRows()
    const query = new URLSearchParams({ ...deed.form, _method: 'POST' }).toString()
    const headers = { 'sec-fetch-site': 'cross-site', 'x-http-method-override': 'POST' }
    for (const method of ['GET', 'HEAD']) {
      await send(deed, { headers }, undefined, method)
      await send(deed, { headers, path: withQuery(query) }, undefined, method)
      await send(deed, { headers, path: (path) => withQuery(query)(dataOf(path)) }, undefined, method)
    }
    expect(await readRows()).toEqual(before)
  })
})

describe('from our own page', () => {
  const own = { headers: { 'sec-fetch-site': 'same-origin', origin: home } }

  test.each(all)('$request as $as does what it says', async (deed) => {
    if (filled(deed.request).includes('ARTICLE') || deed.form?.id) ids.ARTICLE = await freshArticle()
    const before = await readRows()
    const answer = await send(deed, own)
    expect(answer.status, answer.text).toBeLessThan(400)
    if (deed.isCookie) expect(answer.headers.getSetCookie()).not.toEqual([])
    else expect(await readRows()).not.toEqual(before)
  })

  async function freshArticle(): Promise<number> {
    return addArticle(app, { slug: `fresh-${Date.now()}` })
  }
})

test('the provider’s logout is exempt from the CSRF check, and ends nothing without a token of the provider', async () => {
  const before = await readRows()
  const logout = (logout_token: string): Deed => {
    return { request: 'POST /auth/backchannel-logout', as: null, form: { logout_token } }
  }
  const deed = logout(await provider.logoutToken({ sub: 'anna' }, { key: 'stranger' }))
  for (const disguise of disguises.filter(({ path, type }) => !path && type === undefined)) {
    expect((await send(deed, disguise)).status, disguise.says).toBe(400)
    expect((await send(logout('x'), disguise)).status, disguise.says).toBe(400)
  }
  expectRefused(await send(deed, { headers: { origin: evil }, path: dataOf }), 'the data of the page')
  expect(await readRows()).toEqual(before)
  const genuine = await provider.logoutToken({ sub: 'anna' })
  expect((await send(logout(genuine), { headers: { origin: evil } })).status).toBe(200)
  expect((await app.get('/game', { as: signedIn.anna })).status).toBe(401)
})
