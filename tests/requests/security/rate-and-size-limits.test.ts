import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bodyLimits } from '#app/http/request-body.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { type ApiResponse, sendCall } from '#tests/support/api-requests.ts'
import { type App, openApp } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { openDump } from '#tests/support/database-dump.ts'
import { stopDatabaseClock } from '#tests/support/databases.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { affordableCodes, loginWithTeam, teamOf } from '#tests/support/game-steps.ts'
import { textOf } from '#tests/support/html.ts'
import { type ServerClock, startClock } from '#tests/support/server-clock.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * Every limit at its edge (docs/security.md), through the whole pipeline: the last request within it passes, the next is
 * refused with a message and changes nothing, and no other visitor is limited. All clocks stand still. The API has the
 * same in api-scenarios.test.ts.
 */
let app: App
let clock: ServerClock
let provider: FakeProvider
let dump: ReturnType<typeof openDump>
let invite: string
let owner: Browser
const secret = 'the-link-of-the-sofa-1'

beforeAll(async () => {
  provider = await startFakeProvider()
  clock = startClock({ isStopped: true })
  app = await openApp({ issuer: provider.issuer, env: clock.env })
  await stopDatabaseClock(app.location, Date.now())
  const { contest, anna } = await openWorld(app)
  owner = anna
  const league = { gameId: contest.id, ownerId: 1, leagueName: 'The sofa', inviteSecret: secret, now: 1 }
  invite = `/game/leagues?leagueId=${await insertLeague(app.db, league)}&invite=${secret}`
  dump = openDump(app.location)
})
afterAll(async () => {
  await dump.close()
  await app.close()
  await provider.stop()
  vi.useRealTimers()
})

/** One request. */
interface Sending {
  as: Browser
  address: string
  /** Its number, so that no two requests are equal. */
  n: number
  /** A data request: it counts towards the same limit, and its response is faster. */
  isByScript?: boolean
}
type Send = (sending: Sending) => Promise<ApiResponse>

const dataOf = (path: string) => path.replace(/(?=\?|$)/, '.data')

const get =
  (path: (n: number) => string): Send =>
  ({ as, address, n, isByScript = false }) =>
    sendCall(app, { method: 'GET', path: isByScript ? dataOf(path(n)) : path(n), as, address })

const post =
  (path: string, fields: (n: number) => Record<string, string>): Send =>
  ({ as, address, n, isByScript = false }) =>
    sendCall(app, {
      method: 'POST',
      path: isByScript ? dataOf(path) : path,
      as,
      address,
      raw: new URLSearchParams(fields(n)).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

/** An upload of a file that is no image: it counts, and is refused for its content. */
const upload: Send = async ({ as, address, n, isByScript = false }) => {
  const form = new FormData()
  form.append('intent', 'upload')
  form.append('file', new Blob([`no picture ${n}`]), 'x.png')
  const { headers, body } = new Response(form)
  const raw = new Uint8Array(await new Response(body).arrayBuffer())
  const type = headers.get('Content-Type') ?? ''
  return sendCall(app, {
    method: 'POST',
    path: isByScript ? '/admin/news/new.data' : '/admin/news/new',
    as,
    address,
    raw,
    headers: { 'content-type': type },
  })
}

const saveTeam = post('/game/team', (n) => ({
  intent: 'save',
  teamName: `Save ${n}`,
  managerName: 'Someone',
  picks: affordableCodes.join('.'),
}))
const order = (n: number) => [...affordableCodes.slice(n % 6), ...affordableCodes.slice(0, n % 6)].join('.')
const saveLineup = post('/game/lineup', (n) => ({ intent: 'save', round: '1', order: order(n) }))
const article = (n: number) => ({
  intent: 'save',
  title: `Article ${n}`,
  slug: `article-${n}`,
  summary: 'About it',
  content: '<p>Text</p>',
  publishDate: '2025-05-01',
  category: 'OTHER',
})

interface Row {
  limit: keyof typeof rateLimits
  what: string
  send: Send
  /** The response to each request within the limit, and to a data request. */
  status: number
  words: string
  /** A resource route: it has no data request. */
  isNoPage?: boolean
}

const wait = 'Too many requests'
const hasty = 'Too many saves in a short time. Please try again in a minute: nothing is lost.'
const ofManagers: (Row & { isAdmin?: boolean })[] = [
  { limit: 'save', what: 'saves of a team', send: saveTeam, status: 303, words: hasty },
  {
    limit: 'save',
    what: 'saves of a line-up',
    send: saveLineup,
    status: 303,
    words: hasty,
  },
  {
    limit: 'write',
    what: 'leagues that are created',
    send: post('/game/leagues', () => ({ intent: 'create', leagueName: ' ' })),
    status: 422,
    words: 'Too many changes in a short time. Please try again in a minute: nothing is lost.',
  },
  {
    limit: 'write',
    what: 'forms of the notifications',
    send: post('/game/notifications', (n) => ({ intent: 'ask', address: `nobody ${n}` })),
    status: 422,
    words: 'Too many changes in a short time. Please try again in a minute: nothing is lost.',
  },
  {
    limit: 'write',
    what: 'choices of a time zone',
    send: post('/game/time-zone', (n) => ({ intent: 'save', zone: `Nowhere ${n}` })),
    status: 422,
    words: 'Too many changes in a short time. Please try again in a minute: nothing is lost.',
  },
  {
    limit: 'write',
    what: 'deletions of an account',
    send: post('/game/account/delete', () => ({ confirm: 'perhaps' })),
    status: 422,
    words: 'Too many changes in a short time. Please try again in a minute.',
  },
  {
    limit: 'write',
    what: 'copies of an account',
    send: get(() => '/game/account/data'),
    status: 200,
    words: wait,
    isNoPage: true,
  },
  {
    limit: 'wrongInvite',
    what: 'wrong invites that are opened',
    send: get((n) => `/game/leagues?leagueId=1&invite=wrong-${n}`),
    status: 403,
    words: wait,
  },
  {
    limit: 'wrongInvite',
    what: 'wrong invites that are sent',
    send: post('/game/leagues', (n) => ({ intent: 'join', leagueId: '1', invite: `wrong-${n}` })),
    status: 403,
    words: 'Error joining league',
  },
  {
    limit: 'write',
    what: 'choices to hide results',
    send: post('/hide-results', () => ({ intent: 'show', returnTo: '/game' })),
    status: 303,
    words: wait,
    isNoPage: true,
  },
  {
    limit: 'write',
    what: 'changes of a league’s screen',
    send: post('/game/screen', (n) => ({ intent: 'make', leagueId: String(9000 + n) })),
    status: 404,
    words: 'Too many changes in a short time. Please try again in a minute: nothing is lost.',
  },
  {
    limit: 'write',
    what: 'presses at the desk',
    send: post('/admin/desk', () => ({ intent: 'official', round: '1', version: '0' })),
    isAdmin: true,
    status: 409,
    words: 'Too many presses in a short time. Nothing was saved. Please try again in a minute.',
  },
  {
    limit: 'write',
    what: 'saves of scores',
    send: post('/admin?index', () => ({ intent: 'save', round: '1', version: '999', 'score-AL': '7' })),
    isAdmin: true,
    status: 409,
    words: 'Too many presses in a short time. Nothing was saved. Please try again in a minute.',
  },
  {
    limit: 'write',
    what: 'articles that are saved',
    send: post('/admin/news/new', article),
    isAdmin: true,
    status: 303,
    words: 'Too many saves in a short time. Please try again in a minute.',
  },
  {
    limit: 'write',
    what: 'articles that are deleted',
    send: post('/admin/news?index', (n) => ({ intent: 'delete', id: String(900 + n) })),
    isAdmin: true,
    status: 404,
    words: wait,
  },
  {
    limit: 'write',
    what: 'test mails',
    send: post('/admin/mails', () => ({})),
    isAdmin: true,
    status: 303,
    words: wait,
    isNoPage: true,
  },
  {
    limit: 'upload',
    what: 'pictures that are uploaded',
    send: upload,
    isAdmin: true,
    status: 422,
    words: 'You have uploaded too many images this hour. Please try again later.',
  },
]

const ofAddresses: Row[] = [
  {
    limit: 'signIn',
    what: 'sign-ins that begin',
    send: post('/auth/sign-in', () => ({ redirectTo: '/game' })),
    status: 200,
    words: wait,
  },
  {
    limit: 'signInReturn',
    what: 'ways back from the provider',
    send: get((n) => `/auth/callback?code=x&state=${n}`),
    status: 400,
    words: wait,
  },
  {
    limit: 'signOut',
    what: 'sign-outs',
    send: post('/auth/sign-out', () => ({})),
    status: 303,
    words: wait,
  },
  {
    limit: 'wrongInviteOfStranger',
    what: 'wrong invites that strangers open',
    send: get((n) => `/game/leagues?leagueId=1&invite=wrong-${n}`),
    status: 401,
    words: wait,
  },
  {
    limit: 'apiRead',
    what: 'reads of the API',
    send: get(() => '/api/players'),
    status: 200,
    words: wait,
    isNoPage: true,
  },
]

/** Waits until earlier requests do not count any more. */
function emptyWindow({ windowMs }: { windowMs: number }): Promise<void> {
  return clock.pass(windowMs, app.location)
}

async function expectEdge(
  { limit, send, status, words, isNoPage = false }: Row,
  mine: Sending,
  others: Sending[],
) {
  const { max, windowMs } = rateLimits[limit]
  await emptyWindow(rateLimits[limit])
  for (let n = 1; n < max; n += 1) {
    const answer = await send({ ...mine, n, isByScript: !isNoPage })
    expect(answer.status, `number ${n}`).toBe(status === 303 && !isNoPage ? 202 : status)
  }
  // The last of them comes a second later, and counts a second longer.
  await clock.pass(1000, app.location)
  expect((await send({ ...mine, n: max })).status).toBe(status)
  const before = await dump.read()
  const refused = await send({ ...mine, n: max + 1 })
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, String(windowMs / 1000 - 1)])
  expect(textOf(refused.text)).toContain(words)
  expect(await dump.read()).toEqual(before)
  await clock.pass(windowMs - 1001, app.location)
  const late = await send({ ...mine, n: max + 2 })
  expect([late.status, late.headers.get('Retry-After')]).toEqual([429, '1'])
  for (const other of others) expect((await send({ ...other, n: max + 3 })).status).toBe(status)
  await clock.pass(1, app.location)
  expect((await send({ ...mine, n: max + 4 })).status).toBe(status)
}

const here = '198.51.100.1'

describe.each(ofManagers)('$limit: $what', (row) => {
  test('are counted per manager, and never per address', async () => {
    const as = await visitor(row)
    const other = { as: await visitor(row), address: here, n: 0 }
    await expectEdge(row, { as, address: here, n: 0 }, [other])
  })
})

let made = 0
async function visitor({ isAdmin = false }: { isAdmin?: boolean }): Promise<Browser> {
  made += 1
  const name = `visitor ${made}`
  await loginWithTeam(app, name)
  return app.login(name, { isAdmin })
}

describe.each(ofAddresses)('$limit: $what', (row) => {
  test('are counted per address', async () => {
    const as = new Browser()
    await expectEdge(row, { as, address: here, n: 0 }, [{ as, address: '198.51.100.2', n: 0 }])
  })
})

/** At their edge in notifications.test.ts, where mails go out. */
const ofMails = ['confirmation', 'confirmationOfMailbox'] as const

test('every rate limit of the code is tested', () => {
  const tried = [...[...ofManagers, ...ofAddresses].map(({ limit }) => limit), ...ofMails]
  expect([...new Set(tried)].toSorted()).toEqual(Object.keys(rateLimits).toSorted())
})

test('saves of teams and line-ups share one limit of thirty, by pages and by the API, from any address', async () => {
  const as = await visitor({})
  await emptyWindow(rateLimits.save)
  const send = (n: number) => (n % 2 === 0 ? saveTeam : saveLineup)({ as, address: `198.51.100.${n}`, n })
  for (let n = 1; n <= 30; n += 1) expect((await send(n)).status).toBe(303)
  const before = await dump.read()
  expect([(await send(31)).status, (await send(32)).status]).toEqual([429, 429])
  const call = { method: 'POST', path: '/api/teams/mine', as, body: {} }
  expect((await sendCall(app, { ...call, address: '198.51.100.99' })).status).toBe(429)
  expect(await dump.read()).toEqual(before)
  expect(await teamOf(app, `visitor ${made}`)).toMatchObject({ teamName: 'Save 30' })
})

test('valid invites are never counted, and a wrong one counts only for its sender', async () => {
  await emptyWindow(rateLimits.wrongInviteOfStranger)
  const open = get(() => invite)
  for (let n = 1; n <= 70; n += 1)
    expect((await open({ as: new Browser(), address: here, n, isByScript: true })).status).toBe(401)
  for (let n = 1; n <= 20; n += 1)
    expect((await open({ as: owner, address: here, n, isByScript: true })).status).toBe(200)
})

describe('a body at its limit is read, one with a byte more is refused:', () => {
  const filled = (start: string, length: number, end = '') =>
    start + 'a'.repeat(length - start.length - end.length) + end

  test('a form', async () => {
    const as = await visitor({})
    const send = (length: number) =>
      sendCall(app, {
        method: 'POST',
        path: '/game/team',
        as,
        raw: filled('intent=save&managerName=x&picks=&teamName=', length),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await send(bodyLimits.form)).status).toBe(422)
    await expectTooLarge(() => send(bodyLimits.form + 1))
  })

  test('an API request', async () => {
    const as = await visitor({})
    const send = (length: number) =>
      sendCall(app, {
        method: 'POST',
        path: '/api/leagues',
        as,
        raw: filled('{"leagueName":"', length, '"}'),
      })
    expect((await send(bodyLimits.json)).status).toBe(422)
    await expectTooLarge(() => send(bodyLimits.json + 1))
  })

  async function expectTooLarge(send: () => Promise<ApiResponse>): Promise<void> {
    const before = await dump.read()
    const answer = await send()
    expect([answer.status, answer.text.includes('too large')]).toEqual([413, true])
    expect(await dump.read()).toEqual(before)
  }
})
