import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageResponse } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { findSubmission } from '#tests/support/html.ts'
import { openSignInApp, redirectTarget, type SignInApp } from '#tests/support/sign-in.ts'

/** Responses that no valid provider sends. */
let app: SignInApp
let provider: FakeProvider

beforeAll(async () => {
  provider = await startFakeProvider()
  app = await openSignInApp({ issuer: provider.issuer })
})
afterAll(async () => {
  await app.close()
  await provider.stop()
})
beforeEach(async () => {
  await app.db.deleteFrom('sessions').execute()
})

type Claims = Parameters<FakeProvider['idToken']>[0]
type Forging = Parameters<FakeProvider['idToken']>[1]

interface Lie {
  claims?: Claims
  how?: Forging
  answer?: object
  back?: Record<string, string>
  status?: number
  /** Replaces the JSON response. */
  raw?: string
  redirect?: string
}

/** Signs in at the provider with a modified ID token. */
async function signIn(browser: Browser, { claims, how, answer, back, status, raw, redirect }: Lie = {}) {
  const sent = redirectTarget(await app.pressSignIn(browser, '/game/team'))
  const nonce = sent.searchParams.get('nonce') ?? ''
  const iss = claims?.iss === 'SLASH' ? `${provider.issuer}/` : undefined
  const header = how?.header?.jwk ? { jwk: provider.strangerKey } : how?.header
  const told = { nonce, ...claims, ...(iss && { iss }) }
  const id_token = await provider.idToken(told, { ...how, ...(header && { header }) })
  const body = { token_type: 'Bearer', access_token: 'opaque', id_token, ...answer }
  const led: Record<string, string> = redirect ? { Location: provider.issuer + redirect } : {}
  provider.tokens = async () =>
    raw === undefined
      ? { status: status ?? 200, body }
      : { status: redirect ? 302 : 200, text: raw, headers: led }
  return app.followCallback(browser, provider.authorize(sent, back))
}

test('a valid response signs in, with the code verifier and the client secret sent to the provider', async () => {
  const browser = new Browser()
  const answer = await signIn(browser)
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/game/team'])
  expect(await app.visitorOf(browser)).toMatchObject({ isAdmin: false })
  const tokenRequest = provider.tokenRequests.at(-1)
  expect(tokenRequest?.get('grant_type')).toBe('authorization_code')
  expect(tokenRequest?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
  expect(tokenRequest?.get('redirect_uri')).toBe(`${app.origin}/auth/callback`)
})

test('a provider whose clock is some minutes ahead signs in; one further ahead is named in the log', async () => {
  const now = Math.floor(Date.now() / 1000)
  const ahead = (seconds: number) => ({ claims: { iat: now + seconds, nbf: now + seconds } })
  expect((await signIn(new Browser(), ahead(240))).status).toBe(303)
  const lines = await app.logged(() => signIn(new Browser(), ahead(900)), 'clocks differ')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ claim: 'nbf', seconds: expect.any(Number) }])
})

const soon = Math.floor(Date.now() / 1000)
const refusals: [string, Lie][] = [
  ['a nonce of another attempt', { claims: { nonce: 'another' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another issuer', { claims: { iss: 'https://elsewhere.example' } }],
  ['another audience', { claims: { aud: 'somebody-else' } }],
  ['several audiences and no azp', { claims: { aud: ['douze', 'somebody-else'] } }],
  ['azp of another client', { claims: { azp: 'somebody-else' } }],
  ['an expired ID token', { claims: { iat: soon - 900, exp: soon - 600 } }],
  ['an ID token without expiry', { claims: { exp: undefined } }],
  ['an ID token not valid yet', { claims: { nbf: soon + 600 } }],
  ['an ID token from the future', { claims: { iat: soon + 3600, exp: soon + 7200 } }],
  ['an ID token that does not say when it was made', { claims: { iat: undefined } }],
  ['an expiry that is no number', { claims: { exp: 'tomorrow' } }],
  ['no subject', { claims: { sub: undefined } }],
  ['an empty subject', { claims: { sub: '' } }],
  ['a subject that is no text', { claims: { sub: 7 } }],
  ['a subject longer than a subject may be', { claims: { sub: 's'.repeat(256) } }],
  ['no issuer', { claims: { iss: undefined } }],
  ['our issuer with a slash behind', { claims: { iss: 'SLASH' } }],
  ['no audience', { claims: { aud: undefined } }],
  ['a nonce that is a list', { claims: { nonce: ['a', 'b'] } }],
  ["a stranger's signature", { how: { key: 'stranger' } }],
  ['alg none', { how: { alg: 'none' } }],
  ['an HMAC by the client secret', { how: { alg: 'HS256' } }],
  ['an HMAC by the public key', { how: { alg: 'HS256 by the key' } }],
  ['a key that nobody knows', { how: { kid: 'made-up', key: 'stranger' } }],
  ['the name of a true key', { how: { kid: 'true', key: 'stranger' } }],
  ['a key in its own header', { how: { key: 'stranger', header: { jwk: 'STRANGER' } } }],
  [
    'a key at an address of its own',
    { how: { key: 'stranger', header: { jku: 'https://evil.example/keys' } } },
  ],
  ['a header that must be understood and is not', { how: { header: { crit: ['evil'], evil: true } } }],
  ['a token endpoint that leads to a page', { raw: '', redirect: '/.well-known/openid-configuration' }],
  ['no ID token at all', { answer: { id_token: undefined } }],
  ['an ID token that is none', { answer: { id_token: 'a.b.c' } }],
  ['another issuer in the address (RFC 9207)', { back: { code: 'code', iss: 'https://elsewhere.example' } }],
  ['another state', { back: { code: 'code', state: 'a'.repeat(43) } }],
  ["the provider's refusal", { back: { error: 'access_denied', error_description: '<b>no</b>' } }],
  ['no code', { back: {} }],
  ['a code the provider does not know', { status: 400, answer: { error: 'invalid_grant' } }],
]

/** Where a visitor goes by the button of the error page. */
const redirectsTo = ({ html }: PageResponse) =>
  new Map((findSubmission(html, 'Try again') ?? findSubmission(html, 'Sign in again'))?.fields).get(
    'redirectTo',
  )

describe('nobody is signed in by', () => {
  test.each(refusals)('%s', async (_, lie) => {
    const browser = new Browser()
    const answer = await signIn(browser, lie)
    expect(answer.status).toBe(400)
    expect(redirectsTo(answer)).toMatch(/^\/(game\/team)?$/)
    expect(answer.headers.get('Location')).toBeNull()
    expect(answer.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(await app.sessions()).toEqual([])
    expect(await app.visitorOf(browser)).toBeNull()
  })

  test.each<[string, Lie]>([
    ['a token endpoint that breaks', { status: 500 }],
    ['a token endpoint that talks nonsense', { status: 400, answer: { error: 12 } }],
    ['an answer that is a page', { raw: '<html>Sorry</html>' }],
    ['an answer that breaks off', { raw: '{"id_token":"a.b' }],
    ['an answer that is a list', { raw: '[]' }],
    ['an answer that is nothing', { raw: 'null' }],
    ['an answer of 20 MB', { raw: `{"id_token":"${'a'.repeat(20_000_000)}"}` }],
    ['a refresh token of a megabyte', { answer: { refresh_token: 'r'.repeat(1_000_000) } }],
    ['a token endpoint that leads round in circles', { raw: '', redirect: '/token' }],
    ['a provider that says it is broken', { back: { error: 'temporarily_unavailable' } }],
  ])("%s, which is the provider's fault", async (_, lie) => {
    const answer = await signIn(new Browser(), lie)
    expect(answer.status).toBe(502)
    expect(redirectsTo(answer)).toBe('/game/team')
    expect(await app.sessions()).toEqual([])
  })
})

test('an endless response is aborted: nobody is signed in, and the connection to the provider is closed', async () => {
  const browser = new Browser()
  const sent = redirectTarget(await app.pressSignIn(browser))
  let end = () => {}
  const hungUp = new Promise<void>((resolve) => {
    end = resolve
  })
  let bytes = 0
  async function* endless() {
    try {
      yield '{"id_token":"'
      while (true) {
        bytes += 64 * 1024
        yield 'a'.repeat(64 * 1024)
      }
    } finally {
      end()
    }
  }
  provider.tokens = async () => ({ stream: endless() })
  const answer = await app.followCallback(browser, provider.authorize(sent))
  expect(answer.status).toBe(502)
  await hungUp
  // Sockets have buffers, too; without the limit it is read for seconds, until the timeout.
  expect(bytes).toBeLessThan(32 * 1024 * 1024)
  expect(await app.sessions()).toEqual([])
}, 20_000)

test('a used code does not sign in again, in this browser or another', async () => {
  const browser = new Browser()
  const sent = redirectTarget(await app.pressSignIn(browser))
  const id_token = await provider.idToken({ nonce: sent.searchParams.get('nonce') })
  provider.tokens = async () => ({ body: { access_token: 'opaque', id_token } })
  const back = provider.authorize(sent)
  const thief = new Browser()
  for (const pair of browser.cookieHeader('/auth').split('; '))
    thief.setCookie(pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1))
  expect((await app.followCallback(browser, back)).status).toBe(303)
  const requestCount = provider.tokenRequests.length
  expect((await app.followCallback(thief, back)).status).toBe(400)
  expect(await app.visitorOf(thief)).toBeNull()
  expect((await app.followCallback(browser, back)).headers.get('Location')).toBe('/game')
  expect(await app.sessions()).toHaveLength(1)
  expect(provider.tokenRequests).toHaveLength(requestCount)
})

describe('admin rights come from', () => {
  const roles = { realm_access: { roles: ['fan', 'admin'] } }

  test.each<[string, Lie, boolean]>([
    ['a role in the ID token', { claims: roles }, true],
    ['another role: none', { claims: { realm_access: { roles: ['administrator'] } } }, false],
    ['roles of a broken shape: none', { claims: { realm_access: 'admin' } }, false],
    ['one text', { claims: { realm_access: { roles: 'admin' } } }, true],
    ['a text of several words: none', { claims: { realm_access: { roles: 'admin fan' } } }, false],
    ['the keys of an object', { claims: { realm_access: { roles: { admin: {} } } } }, true],
    ['a group’s path', { claims: { realm_access: { roles: ['/admin'] } } }, true],
    ['another case: none', { claims: { realm_access: { roles: ['Admin'] } } }, false],
    ['a subject named in the configuration', { claims: { sub: 'chief' } }, true],
  ])('%s', async (_, lie, isAdmin) => {
    const browser = new Browser()
    expect((await signIn(browser, lie)).status).toBe(303)
    expect(await app.visitorOf(browser)).toMatchObject({ isAdmin })
  })

  test('a role in the access token, when the provider signed it', async () => {
    const browser = new Browser()
    await signIn(browser, { answer: { access_token: await provider.idToken({ ...roles, aud: 'account' }) } })
    expect(await app.visitorOf(browser)).toMatchObject({ isAdmin: true })
    const forger = new Browser()
    const forged = await provider.idToken(roles, { key: 'stranger' })
    await signIn(forger, { answer: { access_token: forged } })
    expect(await app.visitorOf(forger)).toMatchObject({ isAdmin: false })
  })
})

describe('attempts', () => {
  test('an attempt older than an hour has expired, and one older than a day is deleted', async () => {
    const browser = new Browser()
    const sent = redirectTarget(await app.pressSignIn(browser))
    const age = (ms: number) =>
      app.db
        .updateTable('sign_in_attempts')
        .set({ created_at: Date.now() - ms })
        .execute()
    await age(3_601_000)
    expect((await app.followCallback(browser, provider.authorize(sent))).status).toBe(400)
    await age(86_401_000)
    await app.pressSignIn(browser)
    const [oldest] = await app.db.selectFrom('sign_in_attempts').selectAll().orderBy('created_at').execute()
    expect(oldest?.created_at).toBeGreaterThan(Date.now() - 60_000)
  })

  test('a few tabs may sign in at once, and the number of attempts is bounded', async () => {
    const browser = new Browser()
    const sent: URL[] = []
    for (let tab = 0; tab < 7; tab++) sent.push(redirectTarget(await app.pressSignIn(browser)))
    expect(browser.cookieNames.filter((name) => name.startsWith('attempt:'))).toHaveLength(4)
    const early = sent[3] ?? new URL('about:blank')
    const nonce = early.searchParams.get('nonce')
    const id_token = await provider.idToken({ nonce })
    provider.tokens = async () => ({ body: { access_token: 'opaque', id_token } })
    expect((await app.followCallback(browser, provider.authorize(early))).status).toBe(303)
    const before = await app.sessions()
    const dropped = await app.followCallback(browser, provider.authorize(sent[0] ?? early))
    expect([dropped.status, dropped.headers.get('Location')]).toEqual([303, '/game'])
    expect(await app.sessions()).toEqual(before)
  })
})

describe('back-channel logout', () => {
  /** Three sessions: two of player's at the provider, one of another person's. */
  async function threeSessions() {
    const [here, there, other] = [new Browser(), new Browser(), new Browser()]
    await signIn(here, { claims: { sid: 'one' } })
    await signIn(there, { claims: { sid: 'two' } })
    await signIn(other, { claims: { sub: 'player2', sid: 'three' } })
    return {
      here,
      there,
      other,
      living: async () => (await app.sessions()).map((row) => row.provider_session).sort(),
    }
  }

  test('ends the session it names, at once, and no other', async () => {
    const { here, there, living } = await threeSessions()
    const answer = await app.sendLogoutToken(await provider.logoutToken({ sid: 'one' }))
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(await living()).toEqual(['three', 'two'])
    expect(await app.visitorOf(here)).toBeNull()
    expect(await app.visitorOf(there)).not.toBeNull()
  })

  test('ends all sessions of a person when it names only the person', async () => {
    const { living } = await threeSessions()
    expect((await app.sendLogoutToken(await provider.logoutToken({ sub: 'player' }))).status).toBe(200)
    expect(await living()).toEqual(['three'])
  })

  test('accepts each token once', async () => {
    const { living } = await threeSessions()
    const token = await provider.logoutToken({ sub: 'player' })
    expect((await app.sendLogoutToken(token)).status).toBe(200)
    await signIn(new Browser(), { claims: { sid: 'four' } })
    const replay = await app.sendLogoutToken(token)
    expect([replay.status, replay.headers.get('Cache-Control')]).toEqual([400, 'no-store'])
    expect(await living()).toEqual(['four', 'three'])
    expect(await app.db.selectFrom('logout_tokens_seen').selectAll().execute()).not.toEqual([])
  })

  test.each<[string, Claims, Parameters<FakeProvider['logoutToken']>[1]]>([
    ['signed by a stranger', {}, { key: 'stranger' }],
    ['not signed', {}, { alg: 'none' }],
    ['of another issuer', { iss: 'https://elsewhere.example' }, {}],
    ['for another client', { aud: 'somebody-else' }, {}],
    ['without its event', { events: {} }, {}],
    ['without events: an ID token', { events: undefined }, {}],
    ['with a nonce: an ID token', { nonce: 'n' }, {}],
    ['without jti', { jti: undefined }, {}],
    ['without iat', { iat: undefined }, {}],
    ['expired', { iat: soon - 900, exp: soon - 600 }, {}],
    ['issued long ago', { iat: soon - 9000, exp: soon + 900 }, {}],
    ['that names nobody', { sub: undefined }, {}],
  ])('a logout token %s ends nothing', async (_, claims, how) => {
    const { living } = await threeSessions()
    const answer = await app.sendLogoutToken(await provider.logoutToken(claims, how))
    expect([answer.status, answer.json()]).toEqual([400, { error: 'invalid_request' }])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(await living()).toEqual(['one', 'three', 'two'])
  })

  test('sid and sub must name the same session', async () => {
    const { living } = await threeSessions()
    expect(
      (await app.sendLogoutToken(await provider.logoutToken({ sub: 'player2', sid: 'one' }))).status,
    ).toBe(200)
    expect(await living()).toEqual(['one', 'three', 'two'])
  })

  test('a logout token of more than 16 kB ends nothing, even if valid', async () => {
    const { living } = await threeSessions()
    const answer = await app.sendLogoutToken(
      await provider.logoutToken({ sid: 'one', more: 'x'.repeat(13_000) }),
    )
    expect([answer.status, await living()]).toEqual([413, ['one', 'three', 'two']])
    expect((await app.sendLogoutToken(await provider.logoutToken({ sid: 'one', more: 'x' }))).status).toBe(
      200,
    )
  })

  test('a POST without a form is refused', async () => {
    expect((await app.sendLogoutToken('')).status).toBe(400)
    expect((await app.sendLogoutToken('nonsense')).status).toBe(400)
  })
})
