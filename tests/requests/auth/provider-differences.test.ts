import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sendCall } from '#tests/support/api-requests.ts'
import { Browser } from '#tests/support/browser.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { type ServerClock, startClock } from '#tests/support/server-clock.ts'
import { openSignInApp, redirectTarget, type SignInApp } from '#tests/support/sign-in.ts'
import { openWorld } from '#tests/support/world.ts'

/** What real providers do that the specifications leave open, each seen at the one that its test names. */
const minute = 60_000

let app: SignInApp
let provider: FakeProvider
let clock: ServerClock
let browser: Browser

beforeAll(async () => {
  // LemonLDAP::NG sends empty texts, others null, for what they do not have.
  const metadata = { userinfo_endpoint: '', token_endpoint_auth_methods_supported: null }
  provider = await startFakeProvider(0, { metadata })
  clock = startClock()
  app = await openSignInApp({ issuer: provider.issuer, env: clock.env })
  await openWorld(app)
})
afterAll(async () => {
  await app.close()
  vi.useRealTimers()
  await provider.stop()
})

beforeEach(async () => {
  await app.db.deleteFrom('sessions').execute()
  browser = new Browser()
})

async function signIn(claims: object = {}) {
  const sent = redirectTarget(await app.pressSignIn(browser))
  const id_token = await provider.idToken({ nonce: sent.searchParams.get('nonce'), ...claims })
  const body = { access_token: 'opaque', id_token, refresh_token: 'first', expires_in: 600 }
  provider.tokens = async () => ({ body })
  provider.tokenRequests.length = 0
  return (await app.followCallback(browser, provider.authorize(sent))).status
}

const visit = async () => (await app.get('/game/account', { as: browser })).status
const session = () => app.sessionOf(browser)

/** Lets so much time pass that the session is due, and waits until its renewal is over. */
async function renew(isOver: (row: Awaited<ReturnType<typeof session>>) => boolean) {
  await clock.pass(11 * minute, app.location)
  await visit()
  while (!isOver(await session())) await pause(20)
}

test.each([null, ''])(
  'an address for sign-out that is %j is as if absent, and the log says so once',
  async (endpoint) => {
    const other = await startFakeProvider(0, { metadata: { end_session_endpoint: endpoint } })
    const own = await openSignInApp({ issuer: other.issuer })
    const visitor = new Browser()
    const press = async () => {
      const sent = redirectTarget(await own.pressSignIn(visitor))
      const id_token = await other.idToken({ nonce: sent.searchParams.get('nonce') })
      other.tokens = async () => ({ body: { access_token: 'opaque', id_token, expires_in: 600 } })
      expect((await own.followCallback(visitor, other.authorize(sent))).status).toBe(303)
      expect((await own.pressSignOut(visitor)).location).toBe('/')
    }
    const lines = await own.logged(async () => {
      await press()
      await press()
    }, 'discovery field not used')
    expect(lines).toEqual([expect.stringContaining('end_session_endpoint')])
    await own.close()
    await other.stop()
  },
)

describe('a new key', () => {
  test.each([
    ['with the id of the old one', 'true', false],
    ['without an id, as LemonLDAP::NG has them', undefined, false],
    ['without an id, listed with the old one', undefined, true],
  ])('%s is fetched after a minute, once for all signatures that do not fit', async (_, kid, listsOld) => {
    expect(await signIn()).toBe(303)
    await clock.pass(2 * minute, app.location)
    await provider.rotateKey(kid, { listsOld })
    const before = provider.keyRequests
    expect(await signIn()).toBe(303)
    for (const forged of [1, 2, 3]) {
      const authorization = `Bearer ${await provider.idToken({ n: forged }, { key: 'stranger', typ: 'at+jwt' })}`
      expect(
        (await sendCall(app, { method: 'GET', path: '/api/teams/mine', headers: { authorization } })).status,
      ).toBe(401)
    }
    expect(provider.keyRequests).toBe(before + 1)
  })
})

describe('a renewal', () => {
  test('whose ID token cannot be verified keeps the new refresh token: the old one is used up', async () => {
    await signIn()
    const id_token = await provider.idToken({}, { key: 'stranger' })
    provider.tokens = async () => ({ body: { access_token: 'opaque', id_token, refresh_token: 'second' } })
    await renew((row) => row?.renewal_failing_since != null)
    provider.tokens = async () => ({ body: { access_token: 'opaque', expires_in: 600 } })
    await renew((row) => row?.renewal_failing_since === null && (row.renew_at ?? 0) > Date.now())
    expect(provider.tokenRequests.map((form) => form.get('refresh_token'))).toEqual([null, 'first', 'second'])
  })

  test.each([
    ['400 invalid_request, as LemonLDAP::NG does', { status: 400, body: { error: 'invalid_request' } }],
    ['400 without a body, as Glewlwyd does', { status: 400, text: '' }],
    ['401 invalid_token', { status: 401, body: { error: 'invalid_token' } }],
  ])('that is answered %s ends the session, and the log says why', async (_, answer) => {
    await signIn()
    provider.tokens = async () => answer
    const lines = await app.logged(() => renew((row) => row === undefined), 'session not renewed')
    expect(lines).toEqual([expect.stringContaining(`"status":${answer.status}`)])
    if ('body' in answer) expect(lines[0]).toContain(answer.body.error)
    expect(lines[0]).not.toContain('first')
    expect(await visit()).toBe(401)
  })

  test('that is answered 403 or 500, or 401 for the client’s secret, does not', async () => {
    await signIn()
    for (const status of [403, 500, 401]) {
      const error = status === 401 ? 'invalid_client' : 'invalid_grant'
      provider.tokens = async () => ({ status, body: { error } })
      await renew((row) => (row?.renewal_lease_until ?? 0) > Date.now())
      expect(await visit()).toBe(200)
    }
  })
})

describe('a logout token', () => {
  test.each([
    ['of a clock that is 45 s ahead', { iat: Math.floor(Date.now() / 1000) + 45 }],
    ['of the last ten minutes without exp, as Glewlwyd sends it', { exp: undefined }],
  ])('%s ends the session, once', async (_, claims) => {
    await signIn({ sid: 'one' })
    const iat = Math.floor(Date.now() / 1000) + ('iat' in claims ? 45 : 0)
    const token = await provider.logoutToken({ sid: 'one', ...claims, iat })
    expect((await app.sendLogoutToken(token)).status).toBe(200)
    expect(await visit()).toBe(401)
    expect((await app.sendLogoutToken(token)).status).toBe(400)
  })
})

test('an ID token of many roles is left out of the address of the sign-out, which the provider would refuse', async () => {
  await signIn()
  const short = redirectTarget(await app.pressSignOut(browser))
  expect(short.searchParams.has('id_token_hint')).toBe(true)
  await signIn({ roles: Array.from({ length: 300 }, (_, n) => `role-${n}`) })
  const long = redirectTarget(await app.pressSignOut(browser))
  expect(long.searchParams.has('id_token_hint')).toBe(false)
  expect(long.searchParams.get('client_id')).toBe('douze')
})

test('an access token names this client by client_id, as RFC 9068 says', async () => {
  const call = async (claims: object) => {
    const authorization = `Bearer ${await provider.idToken({ aud: 'api', ...claims }, { typ: 'at+jwt' })}`
    return (await sendCall(app, { method: 'GET', path: '/api/teams/mine', headers: { authorization } }))
      .status
  }
  expect(await call({ client_id: 'douze' })).toBe(200)
  expect(await call({ client_id: 'another' })).toBe(401)
})
