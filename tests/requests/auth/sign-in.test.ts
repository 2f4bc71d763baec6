import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '#tests/support/browser.ts'
import { freePort, startProvider, walkThroughLogin } from '#tests/support/provider.ts'
import { openSignInApp, redirectTarget, type SignInApp } from '#tests/support/sign-in.ts'

/** Sign-in at the real local provider, as a visitor without JavaScript. */
let app: SignInApp
let provider: Awaited<ReturnType<typeof startProvider>>

beforeAll(async () => {
  const origin = `http://localhost:${await freePort()}`
  provider = await startProvider({ appOrigin: origin })
  app = await openSignInApp({ issuer: provider.issuer, origin })
}, 20_000)

afterAll(async () => {
  await app.close()
  await provider.stop()
})

async function signIn(browser: Browser, username: string, redirectTo = '/game') {
  const sent = await app.pressSignIn(browser, redirectTo)
  return app.followCallback(browser, await walkThroughLogin(browser, redirectTarget(sent).href, username))
}

describe('a visitor signs in', () => {
  test('is redirected to the provider with PKCE, state and nonce; no cookie contains the target', async () => {
    const browser = new Browser()
    const sent = await app.pressSignIn(browser, '/game/leagues?leagueId=3&invite=secret')
    expect(sent.status).toBe(200)
    expect(sent.headers.get('Cache-Control')).toBe('private, no-cache')
    const sentParams = Object.fromEntries(redirectTarget(sent).searchParams)
    expect(sentParams).toMatchObject({
      response_type: 'code',
      client_id: 'douze',
      scope: 'openid',
      code_challenge_method: 'S256',
    })
    expect(sentParams.redirect_uri).toBe(`${app.origin}/auth/callback`)
    expect([sentParams.state?.length, sentParams.nonce?.length, sentParams.code_challenge?.length]).toEqual([
      43, 43, 43,
    ])
    expect(sentParams.nonce).not.toBe(sentParams.state)
    const [cookie = ''] = sent.headers.getSetCookie()
    expect(cookie).toMatch(/^attempt:[\w-]+=.*; Path=\/auth; Max-Age=3600; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain('invite')
    const stored = await app.attempts()
    expect(stored.map((attempt) => attempt.redirect_to)).toContain('/game/leagues?leagueId=3&invite=secret')
    expect(JSON.stringify(stored)).not.toContain(sentParams.state)
  })

  test('returns to the requested page with a session that is stored by its hash only', async () => {
    const browser = new Browser()
    const answer = await signIn(browser, 'player', '/game/team?c=SE,FI')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toBe('/game/team?c=SE,FI')
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^sid=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(browser.cookieNames.filter((name) => name.startsWith('attempt'))).toEqual([])
    expect(await app.visitorOf(browser)).toEqual({ isAdmin: false })
    const session = await app.sessionOf(browser)
    expect(session?.refresh_token_sealed).toBeTruthy()
    expect(session?.provider_session).toBeTruthy()
    expect(session?.renew_at).toBeGreaterThan(Date.now())
    expect(JSON.stringify(session)).not.toContain(browser.cookie('sid'))
    expect(JSON.stringify(session)).not.toContain('eyJhbGci')
    const managers = await app.db.selectFrom('managers').selectAll().execute()
    expect(managers).toMatchObject([{ issuer: provider.issuer, subject: 'player' }])
  })

  test('hides results where the browser or the account hid them before (D38)', async () => {
    const browser = new Browser()
    browser.setCookie('results', 'hide.2025.1')
    await signIn(browser, 'player3', '/game')
    const choices = () =>
      app.db
        .selectFrom('managers')
        .select(['hides_results', 'revealed_year', 'revealed_round'])
        .where('subject', '=', 'player3')
        .execute()
    const revealed = [{ hides_results: 1, revealed_year: 2025, revealed_round: 1 }]
    expect(await choices()).toEqual(revealed)
    const other = new Browser()
    await signIn(other, 'player3', '/game')
    expect(other.cookie('results')).toBe('hide.2025.1')
    const strict = new Browser()
    strict.setCookie('results', 'hide')
    await signIn(strict, 'player3', '/game')
    expect(await choices()).toEqual(revealed)
  })

  test('is offered the e-mail address in the ID token, which is stored nowhere unencrypted', async () => {
    const [told, untold] = [new Browser(), new Browser()]
    await signIn(told, 'player2')
    await signIn(untold, 'player')
    const offered = async (as: Browser) => (await app.get('/game/notifications', { as })).html
    expect(await offered(told)).toContain('player2@example.org')
    expect(await offered(untold)).not.toContain('@example.org')
    const stored = JSON.stringify([await app.sessions(), await app.attempts()])
    expect(stored).not.toContain('player2@example.org')
  })

  test('is the same manager the next time with a new session id; the old one is invalid', async () => {
    const browser = new Browser()
    await signIn(browser, 'player')
    const first = await app.sessionOf(browser)
    const oldId = browser.cookie('sid') ?? ''
    await signIn(browser, 'player')
    expect((await app.sessionOf(browser))?.manager_id).toBe(first?.manager_id)
    expect(browser.cookie('sid')).not.toBe(oldId)
    const thief = new Browser()
    thief.setCookie('sid', oldId)
    expect(await app.visitorOf(thief)).toBeNull()
  })

  test('never gets a session id that was sent by the browser', async () => {
    const browser = new Browser()
    const planted = 'a'.repeat(43)
    browser.setCookie('sid', planted)
    await signIn(browser, 'player2')
    expect(browser.cookie('sid')).not.toBe(planted)
    expect(await app.visitorOf(browser)).toMatchObject({ isAdmin: false })
  })

  test('has admin rights when the provider says so, and only then', async () => {
    const browser = new Browser()
    await signIn(browser, 'admin')
    expect(await app.visitorOf(browser)).toMatchObject({ isAdmin: true })
    const other = new Browser()
    await signIn(other, 'player3')
    expect(await app.visitorOf(other)).toEqual({ isAdmin: false })
  })

  test('is not signed in with a wrong password', async () => {
    const browser = new Browser()
    const sent = await app.pressSignIn(browser)
    await expect(walkThroughLogin(browser, redirectTarget(sent).href, 'player', 'wrong')).rejects.toThrow(
      'Wrong username or password.',
    )
    expect(await app.visitorOf(browser)).toBeNull()
  })
})

describe('a callback', () => {
  test('works once: a second one neither signs in again nor ends the session', async () => {
    const browser = new Browser()
    const sent = await app.pressSignIn(browser)
    const back = await walkThroughLogin(browser, redirectTarget(sent).href, 'player')
    const attempt = browser.cookieHeader('/auth')
    expect((await app.followCallback(browser, back)).status).toBe(303)
    const before = await app.sessions()
    const again = await app.followCallback(browser, back)
    expect([again.status, again.headers.get('Location')]).toEqual([303, '/game'])
    const stranger = new Browser()
    for (const pair of attempt.split('; '))
      stranger.setCookie(pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1))
    stranger.setCookie('sid', 'none')
    const stolen = await app.followCallback(stranger, back)
    expect(stolen.status).toBe(400)
    expect(await app.visitorOf(stranger)).toBeNull()
    expect(await app.sessions()).toEqual(before)
    expect(await app.visitorOf(browser)).not.toBeNull()
  })

  test('in another browser does not sign in', async () => {
    const attacker = new Browser()
    const sent = await app.pressSignIn(attacker, '/game/leagues')
    const back = await walkThroughLogin(attacker, redirectTarget(sent).href, 'player2')
    const before = [await app.sessions(), await app.attempts()]
    const victim = new Browser()
    const answer = await app.followCallback(victim, back)
    expect(answer.status).toBe(400)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect([await app.sessions(), await app.attempts()]).toEqual(before)
  })

  test('in another browser does not consume the attempt: the browser that began it still signs in', async () => {
    const browser = new Browser()
    const sent = await app.pressSignIn(browser, '/game/leagues')
    const back = await walkThroughLogin(browser, redirectTarget(sent).href, 'player2')
    for (const query of ['code=x', 'error=access_denied', `code=${'x'.repeat(5000)}`]) {
      const state = redirectTarget(sent).searchParams.get('state')
      const spoiling = `${app.origin}/auth/callback?state=${state}&${query}`
      expect((await app.followCallback(new Browser(), spoiling)).status).toBe(400)
    }
    const answer = await app.followCallback(browser, back)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/game/leagues'])
  })

  test.each(['code', 'iss', 'session_state'])(
    'with a %s of more than 4 kB is not looked at, and costs the attempt nothing',
    async (name) => {
      const browser = new Browser()
      const sent = await app.pressSignIn(browser, '/game/leagues')
      const back = await walkThroughLogin(browser, redirectTarget(sent).href, 'player2')
      const long = new URL(back)
      long.searchParams.set(name, 'x'.repeat(4097))
      expect((await app.followCallback(browser, long.href)).status).toBe(400)
      expect((await app.followCallback(browser, back)).status).toBe(303)
    },
  )

  test('finds its attempt among many planted cookies, and ignores a broken one', async () => {
    const browser = new Browser()
    for (let n = 0; n < 40; n += 1) browser.setCookie(`attempt:planted-${n}`, `state%3D%${n}`, '/auth')
    const sent = await app.pressSignIn(browser, '/game')
    expect(browser.cookieNames.filter((name) => name.startsWith('attempt'))).toHaveLength(4)
    const back = await walkThroughLogin(browser, redirectTarget(sent).href, 'player2')
    expect((await app.followCallback(browser, back)).status).toBe(303)
  })

  test('without a state, or with nothing at all, begins nothing', async () => {
    const before = await app.attempts()
    for (const query of ['', '?code=x', '?state=', '?error=access_denied']) {
      const answer = await app.followCallback(new Browser(), `${app.origin}/auth/callback${query}`)
      expect(answer.status).toBe(400)
      expect(answer.headers.get('Location')).toBeNull()
    }
    expect(await app.attempts()).toEqual(before)
  })
})

describe('a visitor signs out', () => {
  test('here and at the provider, and ends at the start page', async () => {
    const browser = new Browser()
    await signIn(browser, 'player')
    const session = await app.sessionOf(browser)
    const id = browser.cookie('sid') ?? ''
    const answer = await app.pressSignOut(browser)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache"')
    expect(browser.cookie('sid')).toBeUndefined()
    const thief = new Browser()
    thief.setCookie('sid', id)
    expect(await app.visitorOf(thief)).toBeNull()
    expect((await app.sessions()).map((session) => session.id_hash)).not.toContain(session?.id_hash)

    const url = redirectTarget(answer)
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/session/end`)
    expect(url.searchParams.get('id_token_hint')).toMatch(/^eyJ/)
    const end = await browser.open(url.href, provider.issuer)
    expect(end).toMatchObject({ left: true, url: `${app.origin}/` })

    const sent = await app.pressSignIn(browser)
    const shown = await browser.open(redirectTarget(sent).href, provider.issuer)
    expect(shown.left).toBe(false)
    expect(shown.body).toContain('<label for="password">Password</label>')
  })

  test('by deleting the account as well, on every device; signing in again creates a new account', async () => {
    const browser = new Browser()
    await signIn(browser, 'player3')
    const phone = new Browser()
    await signIn(phone, 'player3')
    const before = await app.sessionOf(phone)
    const answer = await app.pressDeleteAccount(browser)
    expect(answer.status).toBe(200)
    expect(await app.visitorOf(phone)).toBeNull()
    const url = redirectTarget(answer)
    expect(url.searchParams.get('id_token_hint')).toMatch(/^eyJ/)
    expect(await browser.open(url.href, provider.issuer)).toMatchObject({ left: true, url: `${app.origin}/` })
    const again = new Browser()
    await signIn(again, 'player3')
    const after = await app.sessionOf(again)
    expect(after?.manager_id).toBeGreaterThan(before?.manager_id ?? Number.POSITIVE_INFINITY)
  })

  test('without a session is redirected to the start page', async () => {
    const answer = await app.pressSignOut(new Browser())
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/'])
  })
})

describe('a visitor signs out at the provider', () => {
  test('and is signed out here too, by back-channel logout', async () => {
    const browser = new Browser()
    await signIn(browser, 'player')
    const elsewhere = new Browser()
    await signIn(elsewhere, 'player')
    expect(await app.visitorOf(browser)).not.toBeNull()

    const confirmation = await browser.open(`${provider.issuer}/session/end`, provider.issuer)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(confirmation.body)?.[1] ?? ''
    const form = new URLSearchParams({ xsrf, logout: 'yes' })
    await browser.open(`${provider.issuer}/session/end/confirm`, provider.issuer, form)

    expect(await app.visitorOf(browser)).toBeNull()
    expect(await app.visitorOf(elsewhere)).not.toBeNull()
  })
})

describe('the provider is down', () => {
  test('sign-in shows an error and keeps the target, sign-out works; sign-in works again later', async () => {
    const browser = new Browser()
    await signIn(browser, 'player')
    await provider.stop()

    const refused = await app.pressSignIn(new Browser(), '/game/lineup')
    expect(refused.status).toBe(502)
    expect(refused.html).toContain('value="/game/lineup"')
    expect(await app.visitorOf(browser)).not.toBeNull()
    const out = await app.pressSignOut(browser)
    expect([out.status, out.headers.get('Location')]).toEqual([303, '/'])
    expect(await app.visitorOf(browser)).toBeNull()

    provider = await startProvider({ appOrigin: app.origin, port: provider.port, dataDir: provider.dataDir })
    const answer = await signIn(browser, 'player', '/game/lineup')
    expect(answer.headers.get('Location')).toBe('/game/lineup')
  }, 20_000)
})
