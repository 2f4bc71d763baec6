import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as PrepareVisitor from '#app/auth/prefetch-visitor.server.ts'
import type * as Sessions from '#app/auth/session/session.server.ts'
import type * as Renewal from '#app/auth/session/session-renewal.server.ts'
import type * as Uses from '#app/auth/session/session-uses.server.ts'
import { type AuthApp, openAuthApp, redirectTarget } from '#tests/support/auth-app.ts'
import { Browser } from '#tests/support/browser.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'

/**
 * A session outlives its access token by its refresh token. A request with a due renewal uses the stored session, and the
 * next request sees the result of the background renewal. `now` is a parameter, nothing waits.
 */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let app: AuthApp
let provider: FakeProvider
let sessions: typeof Sessions
let renewal: typeof Renewal
let uses: typeof Uses
let prepare: typeof PrepareVisitor
let browser: Browser
let start: number

beforeAll(async () => {
  provider = await startFakeProvider()
  app = await openAuthApp({ issuer: provider.issuer, origin: 'http://localhost:4998' })
  sessions = await import('#app/auth/session/session.server.ts')
  renewal = await import('#app/auth/session/session-renewal.server.ts')
  uses = await import('#app/auth/session/session-uses.server.ts')
  prepare = await import('#app/auth/prefetch-visitor.server.ts')
})
afterAll(() => provider.stop())
afterEach(() => vi.useRealTimers())

beforeEach(async () => {
  await app.db.deleteFrom('sessions').execute()
  browser = new Browser()
  start = Date.now()
})

const admin = { realm_access: { roles: ['admin'] } }

async function signIn(claims: object = {}, answer: object = {}) {
  const sent = redirectTarget(await app.pressSignIn(browser))
  const id_token = await provider.idToken({ nonce: sent.searchParams.get('nonce'), ...claims })
  const body = { access_token: 'opaque', id_token, refresh_token: 'first', expires_in: 600, ...answer }
  provider.tokens = async () => ({ body })
  expect((await app.followCallback(browser, provider.authorize(sent))).status).toBe(303)
  provider.tokenRequests.length = 0
}

/** The visitor of a request at a time after sign-in. */
const inAfter = async (ms: number) => {
  const id = browser.cookie('sid') ?? ''
  const visitor = await sessions.findSessionVisitor(app.db, id, start + ms, { timeZone: undefined })
  await uses.storeSessionUses(app.db)
  return visitor
}
/** The same for the next request, after the renewal that this one may have started. */
const nextAfter = async (ms: number) => {
  await inAfter(ms)
  await renewal.awaitRenewals(minute)
  return inAfter(ms)
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
    expect(await nextAfter(9 * minute)).not.toBeNull()
    expect(spent()).toEqual([])
  })

  test('runs in the background of the request that finds it due: no request waits for the provider', async () => {
    await signIn()
    const speak = grantsLate({ refresh_token: 'late' })
    const heard = provider.nextTokenRequest()
    expect(await inAfter(11 * minute)).toMatchObject({ isAdmin: false })
    await heard
    expect(await inAfter(11 * minute + 30_000)).toMatchObject({ isAdmin: false })
    speak()
    await renewal.awaitRenewals(minute)
    grants()
    await nextAfter(2 * hour)
    expect(spent()).toEqual([
      ['refresh_token', 'first'],
      ['refresh_token', 'late'],
    ])
  })

  test('uses each refresh token once, then the new one', async () => {
    await signIn()
    grants({ refresh_token: 'second' }, { refresh_token: 'third' }, {})
    for (const minutes of [11, 12, 22, 33, 44])
      expect(await nextAfter(minutes * minute)).toMatchObject({ isAdmin: false })
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
    const visitors = await Promise.all(Array.from({ length: 8 }, () => inAfter(11 * minute)))
    expect(visitors.filter((visitor) => visitor?.managerId)).toHaveLength(8)
    await renewal.awaitRenewals(minute)
    expect(spent()).toEqual([['refresh_token', 'first']])
  })

  test('runs for at most 50 sessions at once at a silent provider; all requests are served, and the rest is renewed later', async () => {
    await signIn()
    const managerId = (await inAfter(0))?.managerId ?? 0
    const due = { managerId, now: start, refreshToken: 'first', renewAt: start + minute }
    const ids: string[] = []
    for (let n = 0; n < 60; n += 1) {
      const { cookieHeader } = await sessions.createSession(app.db, due)
      ids.push(cookieHeader.replace('sid=', ''))
    }
    const speak = grantsLate({})
    const askAll = () =>
      Promise.all(ids.map((id) => sessions.findSessionVisitor(app.db, id, start + 2 * minute)))
    expect((await askAll()).filter((visitor) => visitor === null)).toEqual([])
    await vi.waitFor(() => expect(spent()).toHaveLength(50), 10_000)
    expect((await askAll()).filter((visitor) => visitor === null)).toEqual([])
    speak()
    await renewal.awaitRenewals(minute)
    expect(spent()).toHaveLength(50)
    await askAll()
    await renewal.awaitRenewals(minute)
    expect(spent()).toHaveLength(60)
  })

  test('is left to the process that holds the lease', async () => {
    await signIn()
    await app.db
      .updateTable('sessions')
      .set({ renewal_lease_until: start + 12 * minute })
      .execute()
    expect(await nextAfter(11 * minute)).not.toBeNull()
    expect(spent()).toEqual([])
    grants()
    expect(await nextAfter(13 * minute)).not.toBeNull()
    expect(spent()).toHaveLength(1)
  })

  test('reads the roles again, from either token, granted or revoked', async () => {
    await signIn()
    grants({ id_token: await provider.idToken(admin) }, { access_token: await provider.idToken() })
    expect(await nextAfter(11 * minute)).toMatchObject({ isAdmin: true })
    expect(await nextAfter(22 * minute)).toMatchObject({ isAdmin: false })
  })

  test('with tokens of another person ends the session', async () => {
    await signIn()
    grants({ id_token: await provider.idToken({ sub: 'player2' }) })
    expect(await nextAfter(11 * minute)).toBeNull()
    expect(await app.sessions()).toEqual([])
  })

  test('that the provider refuses ends the session', async () => {
    await signIn()
    refuses('invalid_grant')
    expect(await nextAfter(11 * minute)).toBeNull()
    expect(await app.sessions()).toEqual([])
    expect(await app.visitorOf(browser)).toBeNull()
  })

  test('of a session that was idle for days does not delay its request; the provider decides whether the session continues', async () => {
    await signIn()
    grants({ refresh_token: 'second' })
    expect(await inAfter(13 * day)).toMatchObject({ isAdmin: false })
    await renewal.awaitRenewals(minute)
    expect(spent()).toEqual([['refresh_token', 'first']])
    refuses('invalid_grant')
    expect(await inAfter(26 * day)).not.toBeNull()
    await renewal.awaitRenewals(minute)
    expect(await inAfter(26 * day)).toBeNull()
  })

  test('does not happen without a refresh token: the session has its own limits', async () => {
    await signIn({}, { refresh_token: undefined })
    expect(await nextAfter(13 * day)).toMatchObject({ isAdmin: false })
    expect(spent()).toEqual([])
  })

  test('with a token encrypted with another secret ends the session', async () => {
    await signIn()
    await app.db
      .updateTable('sessions')
      .set({ refresh_token_sealed: 'A'.repeat(80) })
      .execute()
    expect(await nextAfter(11 * minute)).toBeNull()
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
  const at = (path: string) => browser.request(`${app.origin}${path}`)
  const visit = (path: string, context = {}) => app.doors.guards.findVisitor({ request: at(path), context })

  test.each(['/admin', '/admin/news', '/admin.data', '/Admin/', '/api/admin/game/active/statistics'])(
    'are asked for before %s is answered',
    async (path) => {
      await overdue(16)
      grants({ id_token: await provider.idToken(admin) })
      expect(await visit(path)).toMatchObject({ isAdmin: true })
      await overdue(16)
      grants({ id_token: await provider.idToken() })
      expect(await visit(path)).toMatchObject({ isAdmin: false })
    },
  )

  test('delay no other page', async () => {
    await overdue(16)
    grants({ id_token: await provider.idToken(admin) })
    expect(await visit('/game')).toMatchObject({ isAdmin: false })
  })

  test('are not waited for within 15 minutes', async () => {
    await overdue(14)
    grants({ id_token: await provider.idToken() })
    expect(await visit('/admin')).toMatchObject({ isAdmin: true })
  })

  test('are waited for at most 4.5 s', async () => {
    await overdue(16)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const speak = grantsLate({ id_token: await provider.idToken(admin) })
    const heard = provider.nextTokenRequest()
    const waiting = visit('/admin')
    await heard
    await vi.advanceTimersByTimeAsync(4500)
    expect(await waiting).toMatchObject({ isAdmin: false })
    vi.useRealTimers()
    speak()
    await renewal.awaitRenewals(minute)
    expect(await visit('/admin')).toMatchObject({ isAdmin: true })
  })

  test('are confirmed before the request is queued: then the route does not wait', async () => {
    await overdue(16)
    grants({ id_token: await provider.idToken(admin) }, { id_token: await provider.idToken(admin) })
    const context = {}
    await prepare.prefetchVisitor({ request: at('/admin'), context })
    expect(spent()).toHaveLength(1)
    await app.db
      .updateTable('sessions')
      .set({ renew_at: Date.now() - 16 * minute })
      .execute()
    expect(await visit('/admin', context)).toMatchObject({ isAdmin: false })
  })
})

describe('while the provider is unreachable', () => {
  test.each(['temporarily_unavailable', 'invalid_client'])(
    '(%s) a player stays in for 24 hours',
    async (error) => {
      await signIn()
      refuses(error)
      expect(await nextAfter(11 * minute)).not.toBeNull()
      expect(await nextAfter(24 * hour)).not.toBeNull()
      expect(await nextAfter(24 * hour + 10 * minute)).not.toBeNull()
      expect(await nextAfter(24 * hour + 11 * minute)).toBeNull()
      expect(await app.sessions()).toEqual([])
    },
  )

  test('once, a player who was away meanwhile is still signed in a day later', async () => {
    await signIn()
    refuses('server_error', 500)
    expect(await nextAfter(11 * minute)).not.toBeNull()
    grants({ refresh_token: 'second' })
    expect(await nextAfter(3 * day)).not.toBeNull()
    expect(await app.sessions()).toMatchObject([{ renewal_failing_since: null }])
  })

  test('an admin keeps the rights for 15 minutes and the session longer', async () => {
    await signIn(admin)
    refuses('server_error', 500)
    expect(await nextAfter(11 * minute)).toMatchObject({ isAdmin: true })
    expect(await nextAfter(25 * minute - 1)).toMatchObject({ isAdmin: true })
    expect(await nextAfter(25 * minute + 1_000)).toMatchObject({ isAdmin: false })
    grants({ id_token: await provider.idToken(admin) })
    expect(await nextAfter(30 * minute)).toMatchObject({ isAdmin: true })
  })

  test('it gets at most one request a minute, and the renewal is made up later', async () => {
    await signIn()
    refuses('server_error', 503)
    for (const seconds of [0, 10, 30, 59, 60, 70])
      expect(await nextAfter(11 * minute + seconds * 1000)).not.toBeNull()
    expect(spent()).toHaveLength(2)
    grants({ refresh_token: 'second' })
    expect(await nextAfter(15 * minute)).not.toBeNull()
    const [session] = await app.sessions()
    expect(session?.renewal_failing_since).toBeNull()
    expect(await nextAfter(15 * minute + day)).not.toBeNull()
  })

  test('a provider that is gone does not sign players out', async () => {
    await signIn()
    const port = Number(new URL(provider.issuer).port)
    await provider.stop()
    expect(await nextAfter(11 * minute)).not.toBeNull()
    expect(await app.sessions()).toMatchObject([{ renewal_failing_since: start + 11 * minute }])
    provider = await startFakeProvider(port)
    grants()
    expect(await nextAfter(13 * minute)).not.toBeNull()
    expect(await app.sessions()).toMatchObject([{ renewal_failing_since: null }])
  })
})
