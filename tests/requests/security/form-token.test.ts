import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRawCall } from '#tests/support/api-requests.ts'
import { type App, openApp } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { openDump } from '#tests/support/database-dump.ts'
import { loginWithTeam } from '#tests/support/game-steps.ts'
import { openWorld } from '#tests/support/world.ts'

/** Text browsers, which send neither Origin nor Sec-Fetch-Site: the forms of their pages have a token of the session (D55). */
let app: App
let anna: Browser
let bjorn: Browser
let ada: Browser
let dump: ReturnType<typeof openDump>

beforeAll(async () => {
  app = await openApp()
  ada = (await openWorld(app)).ada
  anna = (await loginWithTeam(app, 'anna')).as
  bjorn = (await loginWithTeam(app, 'bjorn')).as
  dump = openDump(app.location)
})
afterAll(async () => {
  await dump.close()
  await app.close()
})

type Fields = readonly (readonly [string, string])[]
interface Sent {
  as: Browser
  form?: Fields
  headers?: Record<string, string>
}

/** What a text browser asks for, or sends. */
function ask(path: string, { as, form, headers = {} }: Sent) {
  const bytes = Buffer.from(form ? new URLSearchParams(form.map(([...pair]) => pair)).toString() : '')
  return sendRawCall(app, {
    method: form ? 'POST' : 'GET',
    path,
    bytes,
    headers: {
      host: 'localhost:3000',
      cookie: as.cookieHeader('/'),
      ...(form && {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(bytes.length),
      }),
      ...headers,
    },
  })
}

const tokensIn = (html: string) =>
  [
    ...html.matchAll(
      /<form\b[^>]*method="post"[^>]*>(?:<input type="hidden" name="form-token" value="([\w-]{43})" data-text=""\/>)?/g,
    ),
  ].map(([, token]) => token)

async function tokenOf(as: Browser): Promise<string> {
  const [token] = tokensIn((await ask('/game/leagues', { as })).text)
  if (!token) throw new Error('The page has no token')
  return token
}

const league = (name: string): Fields => [
  ['intent', 'create'],
  ['leagueName', name],
  ['once', name],
]
const listLeagues = async () =>
  (await app.db.selectFrom('leagues').select('league_name').execute()).map(({ league_name }) => league_name)

test.each([
  '/game/team',
  '/game/lineup',
  '/game/leagues?dialog=create',
  '/game/account',
  '/game/notifications',
  '/game/time-zone',
  '/game/account/delete',
  '/admin',
  '/admin/desk',
  '/admin/news',
])('each form of %s has the token of its session, for a text browser only', async (path) => {
  const as = path.startsWith('/admin') ? ada : anna
  const page = await ask(path, { as })
  expect(page.status).toBe(200)
  const tokens = tokensIn(page.text)
  expect(tokens.length).toBeGreaterThan(0)
  expect(new Set(tokens)).toEqual(new Set([await tokenOf(as)]))
  const ofAnother = await app.get(path, { as })
  expect(ofAnother.html).not.toContain('form-token')
})

test('a form with the token of its session is accepted, and one that is wrong has it once more', async () => {
  const token = await tokenOf(anna)
  const wrong = await ask('/game/leagues', { as: anna, form: [...league(''), ['form-token', token]] })
  expect([wrong.status, tokensIn(wrong.text)[0]]).toEqual([422, token])
  const lines = await app.logged(async () => {
    const made = await ask('/game/leagues', {
      as: anna,
      form: [...league('By lynx'), ['form-token', token]],
    })
    // Where the browser begins to show the page: at what has the focus.
    expect([made.status, made.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/game\/leagues\?[\w&=]+#focus$/),
    ])
  })
  expect(lines.join()).not.toContain(token)
  expect(await listLeagues()).toEqual(['By lynx'])
})

test('a form without it, or with another one, is refused in words and changes nothing', async () => {
  const [token, ofAnother] = [await tokenOf(anna), await tokenOf(bjorn)]
  const before = await dump.read()
  const field = (value: string): Fields => [['form-token', value]]
  const foreign: [string, Fields, Record<string, string>?][] = [
    ['/game/leagues', []],
    ['/game/leagues', field('')],
    ['/game/leagues', field(ofAnother)],
    ['/game/leagues', field('x'.repeat(43))],
    ['/game/leagues', field('é'.repeat(43))],
    ['/game/leagues', field(token.slice(0, 42))],
    ['/game/leagues', field(`${token}x`)],
    ['/game/leagues', field('x'.repeat(64_000))],
    ['/game/leagues', field('é'.repeat(10_000))],
    ['/game/leagues', [...field(token), ...field(token)]],
    ['/game/leagues', [...field(''), ...field(token)]],
    ['/game/leagues', [...field(token), ...field('x')]],
    ['/game/leagues', [...field('x'.repeat(10_000)), ...field(token)]],
    [`/game/leagues?form-token=${token}`, []],
    ['/game/leagues', field(token), { origin: 'https://evil.example' }],
    ['/game/leagues', field(token), { origin: 'null' }],
    ['/game/leagues', field(token), { 'sec-fetch-site': 'cross-site' }],
    ['/api/leagues', field(token)],
    ['/auth/sign-out', field(ofAnother)],
  ]
  const lines = await app.logged(async () => {
    for (const [path, fields, headers = {}] of foreign) {
      const answer = await ask(path, { as: anna, form: [...league('Forged'), ...fields], headers })
      const told = answer.text.includes('did not come from this site')
      expect([answer.status, told], JSON.stringify([path, fields, headers]).slice(0, 200)).toEqual([
        403,
        true,
      ])
    }
  })
  expect(lines.length).toBeGreaterThanOrEqual(foreign.length)
  expect(lines.join()).not.toContain(token)
  expect(await dump.read()).toEqual(before)
})

test('the token of a session that was ended is refused, and a sign-out with its own is accepted', async () => {
  const old = await tokenOf(bjorn)
  const out = await ask('/auth/sign-out', { as: bjorn, form: [['form-token', old]] })
  expect(out.status).toBeLessThan(400)
  expect((await ask('/game/leagues', { as: bjorn })).status).toBe(401)
  const again = await app.login('bjorn')
  const refused = await ask('/game/leagues', { as: again, form: [...league('Late'), ['form-token', old]] })
  expect(refused.status).toBe(403)
})

test('a page with a dialog begins with a link to it, and each page has an anchor at what has the focus', async () => {
  const opened = await ask('/game/team?details=SE', { as: anna })
  expect(opened.text).toMatch(/<body[^>]*><a class="sr-only" href="#focus" data-text="">To the dialog<\/a> /)
  expect(opened.text).toMatch(/<a id="focus" data-text=""><\/a><h2[^>]*>/)
  const closed = await ask('/game/team?focus=list-details%3ASE', { as: anna })
  expect(closed.text).toMatch(/<a id="focus" data-text=""><\/a><button[^>]*value="details:SE"/)
  expect(closed.text).not.toContain('To the dialog')
})
