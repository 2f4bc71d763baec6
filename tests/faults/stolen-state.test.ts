import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '#tests/support/browser.ts'
import { newDatabase } from '#tests/support/databases.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { textOf } from '#tests/support/html.ts'
import { startServer } from '#tests/support/server.ts'
import { makeGame, withDatabase } from './support/game.ts'

/** The address to which the provider sends a visitor back, with its state and code, opened by somebody else. */
const location = await newDatabase('state')
let provider: FakeProvider
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  await makeGame(location, 0)
  provider = await startFakeProvider()
  server = await startServer({ DATABASE_FILE: location, OIDC_ISSUER: provider.issuer })
})
afterAll(async () => {
  expect((await server.stop()).code).toBe(0)
  await provider.stop()
})

/** A request over the server's socket, with the browser's cookies, which it stores; redirects are not followed. */
async function send(browser: Browser, path: string, form?: Record<string, string>) {
  const init = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
  const headers = { Origin: server.origin }
  const request = browser.request(new URL(path, server.origin).href, { ...init, headers, redirect: 'manual' })
  const response = await fetch(request)
  browser.storeCookies(response.headers)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/** Presses 'Sign in'; returns the address to which the provider will send the visitor back. */
async function beginSignIn(browser: Browser, person: string): Promise<string> {
  const sent = await send(browser, '/auth/sign-in', { redirectTo: '/game' })
  const url = new URL(sent.headers.get('Refresh')?.slice('0;url='.length) ?? '')
  const id_token = await provider.idToken({ nonce: url.searchParams.get('nonce'), sub: person })
  provider.tokens = async () => ({ body: { access_token: 'opaque', id_token, expires_in: 600 } })
  return provider.authorize(url)
}

const isSignedIn = async (browser: Browser) => (await send(browser, '/game/account')).status === 200
const countSessions = async () =>
  (await withDatabase(location, (db) => db.selectFrom('sessions').select('manager_id').execute())).length

test.each([
  ['without an attempt', async (_: Browser) => {}],
  ['with an attempt of its own', async (thief: Browser) => void (await beginSignIn(thief, 'the thief'))],
  [
    'with a session of its own',
    async (thief: Browser) => {
      expect((await send(thief, await beginSignIn(thief, 'the thief'))).status).toBe(303)
    },
  ],
])(
  'a browser %s that opens the victim’s way back is not signed in as the victim, who still is',
  async (_, prepare) => {
    const [victim, thief] = [new Browser(), new Browser()]
    await prepare(thief)
    const own = thief.cookie('sid')
    const back = await beginSignIn(victim, 'the victim')
    const before = await countSessions()
    provider.tokenRequests.length = 0

    const stolen = await send(thief, back)
    expect(stolen.status).toBe(own ? 303 : 400)
    if (!own) expect(textOf(stolen.body)).toContain('Sign in again')
    expect(thief.cookie('sid')).toBe(own)
    expect(await isSignedIn(thief)).toBe(own !== undefined)
    expect(await countSessions()).toBe(before)
    expect(provider.tokenRequests).toEqual([])

    expect((await send(victim, back)).status).toBe(303)
    expect(await isSignedIn(victim)).toBe(true)
    // The same address once more signs nobody else in either.
    expect((await send(new Browser(), back)).status).toBe(400)
    expect(await countSessions()).toBe(before + 1)
  },
)

test('a victim who is led to the thief’s way back is not signed in as the thief', async () => {
  const [victim, thief] = [new Browser(), new Browser()]
  const planted = await beginSignIn(thief, 'the thief')
  const led = await send(victim, planted)
  expect([led.status, victim.cookie('sid')]).toEqual([400, undefined])
  expect(await isSignedIn(victim)).toBe(false)
})
