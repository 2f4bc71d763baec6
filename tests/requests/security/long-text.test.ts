import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { sendCall } from '#tests/support/api-requests.ts'
import { type App, openApp } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { openDump } from '#tests/support/database-dump.ts'
import { affordableCodes, before, loginWithTeam, teamOf } from '#tests/support/game-steps.ts'
import { fieldNamed, tagsOf, textOfId, toastsOf } from '#tests/support/html.ts'
import { type ServerClock, startClock } from '#tests/support/server-clock.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * Overlong text in every field that a form reads: refused with 4xx, not shown again in full, and nothing is stored.
 * Unread fields are ignored.
 */
let app: App
let dump: ReturnType<typeof openDump>
let clock: ServerClock
const browsers = { anna: new Browser(), ada: new Browser(), stranger: new Browser() }

beforeAll(async () => {
  clock = startClock()
  app = await openApp({ env: clock.env })
  const { ada, contest } = await openWorld(app)
  browsers.ada = ada
  const { as } = await loginWithTeam(app, 'anna')
  browsers.anna = as
  const league = { gameId: contest.id, ownerId: 1, leagueName: 'The sofa', inviteSecret: 'sofa', now: 1 }
  await insertLeague(app.db, league)
  dump = openDump(app.location)
})
beforeEach(async () => {
  // Without rate limits.
  await clock.pass(61_000, app.location)
  await app.setClock(before)
})
afterAll(async () => {
  await dump.close()
  await app.close()
  vi.useRealTimers()
})

/** Of each shape as a form sends it, in bytes: about as much as a form may have. */
const size = 240_000
const shapes: Record<string, string> = {
  letters: 'x'.repeat(size),
  'combining marks': `e${'\u0301\u0323'.repeat(size / 12)}`,
  'blanks between two letters': `x${' '.repeat(size)}x`,
  'a suffix again and again': `/x${'.data'.repeat(size / 5)}y.data`,
  markup: '<b "'.repeat(size / 8),
}

const order = affordableCodes.join('.')
const team = { intent: 'save', teamName: 'Lamps', managerName: 'Anna', picks: order }
const lineup = { intent: 'save', round: '1', order }
const article = {
  intent: 'save',
  title: 'T',
  publishDate: '2025-05-10',
  category: 'OTHER',
  content: '<p>x</p>',
}
const call = { teamName: 'Lamps', managerName: 'Anna', players: [1, 2, 3, 4, 5, 6] }

interface Form {
  path: string
  as: keyof typeof browsers
  fields: Record<string, string>
  /** The fields that the form reads. */
  long: readonly string[]
}

const forms: readonly Form[] = [
  {
    path: '/consent',
    as: 'stranger',
    fields: { choice: 'accept-all' },
    long: ['choice', 'socials', 'returnTo'],
  },
  {
    path: '/hide-results',
    as: 'stranger',
    fields: { intent: 'reveal', year: '2025', round: '1' },
    long: ['intent', 'year', 'round', 'returnTo'],
  },
  { path: '/auth/sign-in', as: 'stranger', fields: {}, long: ['redirectTo'] },
  { path: '/demo/clock', as: 'stranger', fields: { now: before }, long: ['now', 'returnTo'] },
  { path: '/auth/backchannel-logout', as: 'stranger', fields: {}, long: ['logout_token'] },
  { path: '/notifications/confirm', as: 'stranger', fields: {}, long: ['token'] },
  { path: '/notifications/unsubscribe', as: 'stranger', fields: {}, long: ['token', 'List-Unsubscribe'] },
  {
    path: '/game/team',
    as: 'anna',
    fields: team,
    long: ['intent', 'season', 'teamName', 'managerName', 'picks', 'q', 'details', 'play', 'focus'],
  },
  {
    path: '/game/team',
    as: 'anna',
    fields: { ...team, intent: 'search' },
    long: ['teamName', 'managerName', 'picks', 'q', 'details', 'play', 'focus'],
  },
  {
    path: '/game/lineup',
    as: 'anna',
    fields: lineup,
    long: [
      'intent',
      'season',
      'round',
      'order',
      'later',
      'details',
      'play',
      'focus',
      'switch',
      'chosenRound',
    ],
  },
  {
    path: '/game/lineup',
    as: 'anna',
    fields: { ...lineup, intent: 'keep' },
    long: ['round', 'order', 'later', 'details', 'switch', 'chosenRound'],
  },
  {
    path: '/game/leagues',
    as: 'anna',
    fields: { intent: 'create', leagueName: 'New', once: 'once' },
    long: ['intent', 'leagueName', 'once', 'season'],
  },
  {
    path: '/game/leagues',
    as: 'anna',
    fields: { intent: 'join', leagueId: '1', invite: 'sofa' },
    long: ['leagueId', 'invite'],
  },
  {
    path: '/game/leagues',
    as: 'anna',
    fields: { intent: 'rename', leagueId: '1', leagueName: 'New' },
    long: ['leagueId', 'leagueName'],
  },
  {
    path: '/game/notifications',
    as: 'anna',
    fields: { intent: 'ask', address: 'anna@example.org' },
    long: ['intent', 'address', 'season', 'cause', 'returnTo'],
  },
  {
    path: '/game/time-zone',
    as: 'anna',
    fields: { zone: 'Europe/Vienna', returnTo: '/game' },
    long: ['intent', 'zone', 'returnTo'],
  },
  {
    path: '/game/account/delete',
    as: 'anna',
    fields: { confirm: 'no', once: 'once' },
    long: ['confirm', 'once'],
  },
  {
    path: '/admin?index',
    as: 'ada',
    fields: { intent: 'save', round: '1', version: '0', 'score-AL': '7' },
    long: ['intent', 'season', 'round', 'version', 'score-AL'],
  },
  { path: '/admin/news?index', as: 'ada', fields: { intent: 'delete', id: '1' }, long: ['intent', 'id'] },
]

const cases = forms.flatMap(({ long, ...form }) => long.map((field) => ({ ...form, field })))

describe('a field that is too long is refused, not shown again in full, and nothing is stored:', () => {
  test.each(cases)('$path $fields.intent: $field', async ({ path, as, fields, field }) => {
    const asked = { as: browsers[as] }
    const pages = [await app.get(path, asked), await app.get('/game/nowhere', asked)]
    const page = Math.max(...pages.map(({ html }) => html.length))
    const least = await dump.read()
    for (const [shape, text] of Object.entries(shapes)) {
      const answer = await app.post(path, { ...fields, [field]: text }, asked)
      expect(answer.status, shape).toBeGreaterThanOrEqual(400)
      expect(answer.status, shape).toBeLessThan(500)
      expect(answer.html.length, shape).toBeLessThan(page + 4096)
    }
    expect(without(await dump.read())).toEqual(without(least))
  })
})

/** Tables that every visit changes. */
function without({ sessions: _, sign_in_attempts: __, ...tables }: Record<string, string>) {
  return tables
}

test('an overlong name gets a message at its field, at a save and at a step', async () => {
  for (const intent of ['save', 'add:LV']) {
    const fields = { ...team, intent, teamName: shapes['combining marks'] ?? '' }
    const answer = await app.post('/game/team', fields, { as: browsers.anna })
    expect([answer.status, ...toastsOf(answer.html)]).toEqual([422, 'Team name too long'])
    expect(textOfId(answer.html, 'team-name-error')).toBe('Please limit the team name to 64 characters.')
    expect(fieldNamed(answer.html, 'Team name')?.get('value')?.length).toBe(100)
  }
  expect((await teamOf(app, 'anna'))?.teamName).toBe('Lamps')
})

test('after the session has ended a form redirects to the sign-in card, with the typed values up to their limits', async () => {
  const answer = await app.post('/game/team', { ...team, teamName: 'x'.repeat(15_000) })
  expect(answer.status).toBe(303)
  expect(answer.location?.length).toBeLessThan(1000)
})

test('unread fields and parameters are ignored, however long they are', async () => {
  for (const [shape, whole] of Object.entries(shapes)) {
    const text = whole.slice(0, whole.length / 3)
    const fields: [string, string][] = [
      ...Object.entries(team),
      ['unknown', text],
      ['__proto__', text],
      ['constructor', text],
    ]
    const saved = await app.post('/game/team', fields, { as: browsers.anna })
    expect([saved.status, saved.location], shape).toEqual([303, '/game/team'])
  }
})

test('a page repeats its own URL only up to the limit of a return target', async () => {
  for (const path of ['/terms-of-service', '/news', '/songs', '/game/team', '/game/nowhere']) {
    const short = await app.get(`${path}?nothing=x`)
    for (const name of ['q', 'play', 'dialog', 'page', 'teamName', 'picks', 'leagueId']) {
      const long = await app.get(`${path}?${name}=${'x'.repeat(4_000)}`)
      expect(long.status, `${path}?${name}`).toBe(short.status)
      expect(long.html.length, `${path}?${name}`).toBeLessThan(short.html.length + 4096)
    }
  }
  const draft = `/game/team?teamName=${'x'.repeat(1000)}`
  const card = await app.get(draft)
  expect(tagsOf(card.html, 'input').map((input) => input.get('value'))).toContain(draft)
})

test('more than 200 fields are refused before any of them is read', async () => {
  const many = (count: number): [string, string][] => [
    ...Object.entries(team),
    ...Array.from({ length: count - 4 }, (_, n): [string, string] => [`f${n}`, '']),
  ]
  expect((await app.post('/game/team', many(200), { as: browsers.anna })).status).toBe(303)
  expect((await app.post('/game/team', many(201), { as: browsers.anna })).status).toBe(400)
  for (const path of ['/game/team', '/songs', '/news', '/auth/sign-in', '/game/leagues']) {
    const query = new URLSearchParams(many(201))
    expect((await app.get(`${path}?${query}`, { as: browsers.anna })).status, path).toBe(400)
  }
})

describe('an article', () => {
  test.each([
    'title',
    'slug',
    'summary',
    'content',
    'imageUrl',
    'imageCredit',
    'publishDate',
    'category',
    'once',
  ])('is refused for %s that is too long', async (field) => {
    const least = await dump.read()
    for (const [shape, text] of Object.entries(shapes)) {
      const answer = await postParts('/admin/news/new', { ...article, [field]: text.repeat(5) })
      expect(answer.status, shape).toBeGreaterThanOrEqual(400)
      expect(answer.status, shape).toBeLessThan(500)
    }
    expect(without(await dump.read())).toEqual(without(least))
  })

  test('with NUL in its slug is refused at its field', async () => {
    const answer = await postParts('/admin/news/new', { ...article, slug: 'a\0b' })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('The slug holds characters that cannot be stored.')
    expect(await app.db.selectFrom('articles').selectAll().execute()).toEqual([])
  })

  function postParts(path: string, fields: Record<string, string>) {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return app.send(path, { method: 'POST', body }, { as: browsers.ada })
  }
})

describe('an API request with an overlong text is refused with the field’s name, and nothing is stored:', () => {
  test.each([
    ['POST /api/teams/mine', 'anna', call, 'teamName'],
    ['POST /api/teams/mine', 'anna', call, 'managerName'],
    ['POST /api/leagues', 'anna', {}, 'leagueName'],
    ['POST /api/leagues/1/join', 'anna', {}, 'leagueSecret'],
    ...['title', 'titleUrl', 'summary', 'imageUrl', 'imageCredit', 'publishDate'].map(
      (field) => ['POST /api/admin/news', 'ada', { title: 'T' }, field] as const,
    ),
  ] as const)('%s %s %o %s', async (request, as, body, field) => {
    const [method = '', path = ''] = request.split(' ')
    const least = await dump.read()
    for (const [shape, text] of Object.entries(shapes)) {
      const long = { ...body, [field]: text.slice(0, 40_000) }
      const answer = await sendCall(app, { method, path, as: browsers[as], body: long })
      expect(answer.status, shape).toBe(422)
      expect(answer.json()).toMatchObject({ fieldErrors: { [field]: expect.any(String) } })
      expect(answer.text.length, shape).toBeLessThan(1000)
    }
    expect(without(await dump.read())).toEqual(without(least))
  })
})
