import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSession } from '#app/auth/session/session.server.ts'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'
import { Browser } from '#tests/support/browser.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { type ServerClock, startClock } from '#tests/support/server-clock.ts'
import { openSignInApp, redirectTarget, type SignInApp } from '#tests/support/sign-in.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * A session outlives its access token by its refresh token. A request with a due renewal uses the stored session, and the
 * next request sees the result of the background renewal. The server's clock is moved.
 */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let app: SignInApp
let provider: FakeProvider
let clock: ServerClock
let browser: Browser
let start: number

beforeAll(async () => {
  provider = await startFakeProvider()
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
  start = Date.now()
})

const admin = { realm_access: { roles: ['admin'] } }

/** An ID token that is valid however long the test lets time pass. */
const idToken = (claims: object = {}) =>
  provider.idToken({ exp: Math.floor((Date.now() + 30 * day) / 1000), ...claims })

async function signIn(claims: object = {}, answer: object = {}) {
  const sent = redirectTarget(await app.pressSignIn(browser))
  const id_token = await idToken({ nonce: sent.searchParams.get('nonce'), ...claims })
  const body = { access_token: 'opaque', id_token, refresh_token: 'first', expires_in: 600, ...answer }
  provider.tokens = async () => ({ body })
  expect((await app.followCallback(browser, provider.authorize(sent))).status).toBe(303)
  provider.tokenRequests.length = 0
}

/** Whom the server takes the browser for on a page that never waits for the provider. */
async function visit(): Promise<{ isAdmin: boolean } | null> {
  const { status, html } = await app.get('/game/account', { as: browser })
  expect([200, 401]).toContain(status)
  return status === 401 ? null : { isAdmin: html.includes('href="/admin"') }
}
/** The visitor of a request at a time after sign-in. */
async function inAfter(ms: number) {
  await clock.pass(Math.max(0, start + ms - Date.now()), app.location)
  return visit()
}

type Session = Awaited<ReturnType<SignInApp['sessionOf']>>

/** Whether the stored session shows that its renewal is over, and how. */
const outcomes = {
  renewed: (session: Session) => (session?.renew_at ?? 0) > Date.now(),
  failed: (session: Session) =>
    session?.renewal_failing_since != null && session.renewal_lease_until > Date.now(),
  ended: (session: Session) => session === undefined,
} as const

async function until(outcome: keyof typeof outcomes): Promise<void> {
  while (!outcomes[outcome](await app.sessionOf(browser))) await pause(20)
}
/** The same for the next request, after the renewal that this one starts. */
async function nextAfter(ms: number, outcome: keyof typeof outcomes) {
  await inAfter(ms)
  await until(outcome)
  return visit()
}
const grants = (...answers: object[]) => {
  let next = 0
  provider.tokens = async () => ({ body: { access_token: 'opaque', expires_in: 600, ...answers[next++] } })
}
/** Responds to token requests only on command. */
const grantsLate = (answer: object) => {
  let speak = () => {}
  const spoken = new Promise<void>((resolve) => {
    speak = resolve
  })
  provider.tokens = async () => {
    await spoken
    return { body: { access_token: 'opaque', expires_in: 600, ...answer } }
  }
  return () => speak()
}
const refuses = (error: string, status = 400) => {
  provider.tokens = async () => ({ status, body: { error } })
}
const spent = () => provider.tokenRequests.map((form) => [form.get('grant_type'), form.get('refresh_token')])

describe('renewal', () => {
  test('does not happen before it is due', async () => {
    await signIn()
    for (const minutes of [8, 9]) expect(await inAfter(minutes * minute)).not.toBeNull()
    expect(spent()).toEqual([])
    grants()
    expect(await nextAfter(10 * minute, 'renewed')).not.toBeNull()
    expect(spent()).toHaveLength(1)
  })

  test('runs in the background of the request that finds it due: no request waits for the provider', async () => {
    await signIn()
    const speak = grantsLate({ refresh_token: 'late' })
    const heard = provider.nextTokenRequest()
    expect(await inAfter(11 * minute)).toEqual({ isAdmin: false })
    await heard
    expect(await inAfter(11 * minute + 30_000)).toEqual({ isAdmin: false })
    speak()
    await until('renewed')
    grants()
    await nextAfter(2 * hour, 'renewed')
    expect(spent()).toEqual([
      ['refresh_token', 'first'],
      ['refresh_token', 'late'],
    ])
  })

  test('uses each refresh token once, then the new one', async () => {
    await signIn()
    grants({ refresh_token: 'second' }, { refresh_token: 'third' }, {})
    for (const minutes of [11, 12, 22, 33, 44])
      expect(await nextAfter(minutes * minute, 'renewed')).toEqual({ isAdmin: false })
    expect(spent()).toEqual([
      ['refresh_token', 'first'],
      ['refresh_token', 'second'],
      ['refresh_token', 'third'],
      ['refresh_token', 'third'],
    ])
  })

  test('happens once for concurrent requests', async () => {
    await signIn()
    grants({ refresh_token: 'second' })
    await clock.pass(11 * minute, app.location)
    const visitors = await Promise.all(Array.from({ length: 8 }, visit))
    expect(visitors).not.toContain(null)
    await until('renewed')
    expect(spent()).toEqual([['refresh_token', 'first']])
  })

  test('runs for at most 50 sessions at once at a silent provider; all requests are served, and the rest is renewed later', async () => {
    await signIn()
    const managerId = (await app.sessionOf(browser))?.manager_id ?? 0
    const due = { managerId, now: start, refreshToken: 'first', renewAt: start + minute }
    const browsers = Array.from({ length: 60 }, () => new Browser())
    for (const each of browsers) {
      const { cookieHeader } = await createSession(app.db, due)
      each.setCookie('sid', cookieHeader.replace('sid=', ''))
    }
    await clock.pass(2 * minute, app.location)
    const speak = grantsLate({})
    const ask = async (as: Browser) => (await app.get('/api/teams/mine', { as })).status
    const askAll = async () => {
      // In groups, so that no request waits too long for the others on a busy computer.
      for (let n = 0; n < browsers.length; n += 10)
        expect(new Set(await Promise.all(browsers.slice(n, n + 10).map(ask)))).toEqual(new Set([200]))
    }
    const renewed = async () => (await app.sessions()).filter((session) => outcomes.renewed(session))
    await askAll()
    while (spent().length < 50) await pause(20)
    await askAll()
    speak()
    // The session that has signed in is not due.
    while ((await renewed()).length < 51) await pause(20)
    expect(spent()).toHaveLength(50)
    await askAll()
    while ((await renewed()).length < 61) await pause(20)
    expect(spent()).toHaveLength(60)
  })

  test('is left to the process that holds the lease', async () => {
    await signIn()
    await app.db
      .updateTable('sessions')
      .set({ renewal_lease_until: start + 12 * minute })
      .execute()
    grants()
    for (const minutes of [11, 11.5]) expect(await inAfter(minutes * minute)).not.toBeNull()
    expect(spent()).toEqual([])
    expect(await nextAfter(13 * minute, 'renewed')).not.toBeNull()
    expect(spent()).toHaveLength(1)
  })

  test('reads the roles again, from either token, granted or revoked', async () => {
    await signIn()
    grants({ access_token: await idToken(admin) }, { access_token: await idToken() })
    expect(await nextAfter(11 * minute, 'renewed')).toEqual({ isAdmin: true })
    expect(await nextAfter(22 * minute, 'renewed')).toEqual({ isAdmin: false })
  })

  test('without the token that had the roles changes nothing; that token without the role revokes them', async () => {
    await signIn(admin)
    grants({ access_token: await idToken() }, {}, { id_token: await idToken() })
    expect(await nextAfter(11 * minute, 'renewed')).toEqual({ isAdmin: true })
    expect(await nextAfter(22 * minute, 'renewed')).toEqual({ isAdmin: true })
    expect(await nextAfter(33 * minute, 'renewed')).toEqual({ isAdmin: false })
  })

  test('with another token that has the claim without the role changes nothing either', async () => {
    await signIn(admin)
    grants({ access_token: await idToken({ realm_access: { roles: ['fan'] } }) })
    expect(await nextAfter(11 * minute, 'renewed')).toEqual({ isAdmin: true })
  })

  test('with tokens of another person ends the session', async () => {
    await signIn()
    grants({ id_token: await idToken({ sub: 'player2' }) })
    expect(await nextAfter(11 * minute, 'ended')).toBeNull()
    expect(await app.sessions()).toEqual([])
  })

  test('that the provider refuses ends the session', async () => {
    await signIn()
    refuses('invalid_grant')
    expect(await nextAfter(11 * minute, 'ended')).toBeNull()
    expect(await app.sessions()).toEqual([])
    expect(await app.visitorOf(browser)).toBeNull()
  })

  test('of a session that was idle for days does not delay its request; the provider decides whether the session continues', async () => {
    await signIn()
    grants({ refresh_token: 'second' })
    expect(await inAfter(13 * day)).toEqual({ isAdmin: false })
    await until('renewed')
    expect(spent()).toEqual([['refresh_token', 'first']])
    // The use is stored within a second: without it the session would have ended.
    while ((await app.sessionOf(browser))?.last_seen_at !== Date.now()) await pause(20)
    refuses('invalid_grant')
    expect(await inAfter(26 * day)).not.toBeNull()
    await until('ended')
    expect(await inAfter(26 * day)).toBeNull()
  })

  test('does not happen without a refresh token: the session has its own limits', async () => {
    await signIn({}, { refresh_token: undefined })
    for (const days of [12, 13]) expect(await inAfter(days * day)).toEqual({ isAdmin: false })
    expect(spent()).toEqual([])
  })

  test('with a token encrypted with another secret ends the session', async () => {
    await signIn()
    await app.db
      .updateTable('sessions')
      .set({ refresh_token_sealed: 'A'.repeat(80) })
      .execute()
    expect(await nextAfter(11 * minute, 'ended')).toBeNull()
    expect(spent()).toEqual([])
  })
})

describe('rights of an admin that were confirmed too long ago', () => {
  /** Signs in an admin whose confirmation has been due for some minutes. */
  async function overdue(minutes: number) {
    await signIn(admin)
    await app.db
      .updateTable('sessions')
      .set({ renew_at: Date.now() - minutes * minute })
      .execute()
  }
  const open = async (path: string) => (await app.get(path, { as: browser })).status

  test.each(['/admin', '/admin/news', '/admin.data', '/Admin/', '/api/admin/game/active/statistics'])(
    'are asked for before %s is answered',
    async (path) => {
      await overdue(16)
      grants({ id_token: await idToken(admin) })
      expect(await open(path)).toBe(200)
      await overdue(16)
      grants({ id_token: await idToken() })
      expect(await open(path)).toBe(403)
    },
  )

  test('delay no other page', async () => {
    await overdue(16)
    const speak = grantsLate({ id_token: await idToken(admin) })
    const heard = provider.nextTokenRequest()
    expect(await visit()).toEqual({ isAdmin: false })
    await heard
    speak()
    await until('renewed')
    expect(await visit()).toEqual({ isAdmin: true })
  })

  test('are not waited for within 15 minutes', async () => {
    await overdue(14)
    const speak = grantsLate({ id_token: await idToken() })
    const heard = provider.nextTokenRequest()
    expect(await open('/admin')).toBe(200)
    await heard
    speak()
    await until('renewed')
    expect(await open('/admin')).toBe(403)
  })

  test('are waited for at most 4.5 s', async () => {
    await overdue(16)
    const speak = grantsLate({ id_token: await idToken(admin) })
    const startedAt = performance.now()
    expect(await open('/admin')).toBe(403)
    const waited = performance.now() - startedAt
    expect(waited).toBeGreaterThan(4_000)
    // Had the route waited a second time, it would be twice as long.
    expect(waited).toBeLessThan(8_500)
    speak()
    await until('renewed')
    expect(await open('/admin')).toBe(200)
  })

  test('are confirmed before the request is queued: then the route does not wait', async () => {
    await overdue(16)
    const reader = await app.login('reader')
    const speak = grantsLate({ id_token: await idToken(admin) })
    const heard = provider.nextTokenRequest()
    const waiting = Array.from({ length: capacity.extras + 10 }, () =>
      open('/api/admin/game/active/statistics'),
    )
    await heard
    // The queue refuses this page first when it fills up.
    expect((await app.get('/game/what-if', { as: reader })).status).not.toBe(503)
    speak()
    expect([...new Set(await Promise.all(waiting))]).toEqual([200])
    expect(spent()).toHaveLength(1)
  })
})

describe('while the provider is unreachable', () => {
  test.each(['temporarily_unavailable', 'invalid_client'])(
    '(%s) a player stays in for 24 hours',
    async (error) => {
      await signIn()
      refuses(error)
      expect(await nextAfter(11 * minute, 'failed')).not.toBeNull()
      expect(await nextAfter(24 * hour, 'failed')).not.toBeNull()
      expect(await nextAfter(24 * hour + 10 * minute, 'failed')).not.toBeNull()
      expect(await nextAfter(24 * hour + 11 * minute, 'ended')).toBeNull()
      expect(await app.sessions()).toEqual([])
    },
  )

  test('once, a player who was away meanwhile is still signed in a day later', async () => {
    await signIn()
    refuses('server_error', 500)
    expect(await nextAfter(11 * minute, 'failed')).not.toBeNull()
    grants({ refresh_token: 'second' })
    expect(await nextAfter(3 * day, 'renewed')).not.toBeNull()
    expect(await app.sessions()).toMatchObject([{ renewal_failing_since: null }])
  })

  test('an admin keeps the rights for 15 minutes and the session longer', async () => {
    await signIn(admin)
    refuses('server_error', 500)
    expect(await nextAfter(11 * minute, 'failed')).toEqual({ isAdmin: true })
    expect(await nextAfter(25 * minute - 1, 'failed')).toEqual({ isAdmin: true })
    expect(await inAfter(25 * minute + 1_000)).toEqual({ isAdmin: false })
    grants({ id_token: await idToken(admin) })
    expect(await nextAfter(30 * minute, 'renewed')).toEqual({ isAdmin: true })
  })

  test('it gets at most one request a minute, and the renewal is made up later', async () => {
    await signIn()
    refuses('server_error', 503)
    for (const seconds of [0, 10, 30, 59, 60, 70])
      expect(await nextAfter(11 * minute + seconds * 1000, 'failed')).not.toBeNull()
    expect(spent()).toHaveLength(2)
    grants({ refresh_token: 'second' })
    expect(await nextAfter(15 * minute, 'renewed')).not.toBeNull()
    const [session] = await app.sessions()
    expect(session?.renewal_failing_since).toBeNull()
    expect(await nextAfter(15 * minute + day, 'renewed')).not.toBeNull()
  })

  test('a provider that is gone does not sign players out', async () => {
    await signIn()
    const port = Number(new URL(provider.issuer).port)
    await provider.stop()
    expect(await nextAfter(11 * minute, 'failed')).not.toBeNull()
    expect(await app.sessions()).toMatchObject([{ renewal_failing_since: start + 11 * minute }])
    provider = await startFakeProvider(port)
    grants()
    expect(await nextAfter(13 * minute, 'renewed')).not.toBeNull()
    expect(await app.sessions()).toMatchObject([{ renewal_failing_since: null }])
  })
})
