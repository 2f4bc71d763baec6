import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { findLiveSession } from '#app/auth/session.server.ts'
import { type AuthApp, openAuthApp, sentTo } from '#tests/auth-app.ts'
import { Browser } from '#tests/browser.ts'
import { type LyingProvider, startLyingProvider } from '#tests/lying-provider.ts'

/** A session outlives its access token by its refresh token; `now` is told, nothing waits. */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let app: AuthApp
let provider: LyingProvider
let find: typeof findLiveSession
let browser: Browser
let start: number

beforeAll(async () => {
  provider = await startLyingProvider()
  app = await openAuthApp({ issuer: provider.issuer, origin: 'http://localhost:4998' })
  find = (await import('#app/auth/session.server.ts')).findLiveSession
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
  const sent = sentTo(await app.pressSignIn(browser))
  const id_token = await provider.idToken({ nonce: sent.searchParams.get('nonce'), ...claims })
  const body = { access_token: 'opaque', id_token, refresh_token: 'first', expires_in: 600, ...answer }
  provider.tokens = async () => ({ body })
  expect((await app.comeBack(browser, provider.authorize(sent))).status).toBe(303)
  provider.asked.length = 0
}

/** Who the browser is, so long after sign-in. */
const inAfter = (ms: number) => find(app.db, browser.cookie('sid') ?? '', start + ms)
const grants = (...answers: object[]) => {
  let next = 0
  provider.tokens = async () => ({ body: { access_token: 'opaque', expires_in: 600, ...answers[next++] } })
}
const refuses = (error: string, status = 400) => {
  provider.tokens = async () => ({ status, body: { error } })
}
const spent = () => provider.asked.map((form) => [form.get('grant_type'), form.get('refresh_token')])

describe('renewal', () => {
  test('is not asked for before it is due', async () => {
    await signIn()
    expect(await inAfter(9 * minute)).not.toBeNull()
    expect(spent()).toEqual([])
  })

  test('spends each refresh token once, the newest next', async () => {
    await signIn()
    grants({ refresh_token: 'second' }, { refresh_token: 'third' }, {})
    for (const minutes of [11, 12, 22, 33, 44])
      expect(await inAfter(minutes * minute)).toMatchObject({ isAdmin: false })
    expect(spent()).toEqual([
      ['refresh_token', 'first'],
      ['refresh_token', 'second'],
      ['refresh_token', 'third'],
      ['refresh_token', 'third'],
    ])
  })

  test('happens once for requests that come together', async () => {
    await signIn()
    grants({ refresh_token: 'second' })
    const visitors = await Promise.all(Array.from({ length: 8 }, () => inAfter(11 * minute)))
    expect(visitors.filter((visitor) => visitor?.managerId)).toHaveLength(8)
    expect(spent()).toEqual([['refresh_token', 'first']])
  })

  test('is left to the process that holds the lease', async () => {
    await signIn()
    await app.db
      .updateTable('sessions')
      .set({ renewal_lease_until: start + 12 * minute })
      .execute()
    expect(await inAfter(11 * minute)).not.toBeNull()
    expect(spent()).toEqual([])
    grants()
    expect(await inAfter(13 * minute)).not.toBeNull()
    expect(spent()).toHaveLength(1)
  })

  test('reads the roles anew, from either token, both ways', async () => {
    await signIn()
    grants({ id_token: await provider.idToken(admin) }, { access_token: await provider.idToken() })
    expect(await inAfter(11 * minute)).toMatchObject({ isAdmin: true })
    expect(await inAfter(22 * minute)).toMatchObject({ isAdmin: false })
  })

  test('that brings tokens of somebody else ends the session', async () => {
    await signIn()
    grants({ id_token: await provider.idToken({ sub: 'player2' }) })
    expect(await inAfter(11 * minute)).toBeNull()
    expect(await app.sessions()).toEqual([])
  })

  test('that the provider refuses ends the session', async () => {
    await signIn()
    refuses('invalid_grant')
    expect(await inAfter(11 * minute)).toBeNull()
    expect(await app.sessions()).toEqual([])
    expect(await app.visitorOf(browser)).toBeNull()
  })

  test('cannot happen without a refresh token: the session lives to its own limits', async () => {
    await signIn({}, { refresh_token: undefined })
    expect(await inAfter(13 * day)).toMatchObject({ isAdmin: false })
    expect(spent()).toEqual([])
  })

  test('with a token sealed under another secret ends the session', async () => {
    await signIn()
    await app.db
      .updateTable('sessions')
      .set({ refresh_token_sealed: 'A'.repeat(80) })
      .execute()
    expect(await inAfter(11 * minute)).toBeNull()
    expect(spent()).toEqual([])
  })
})

describe('while the provider is out of reach', () => {
  test.each(['temporarily_unavailable', 'invalid_client'])(
    '(%s) a player stays in for 24 hours',
    async (error) => {
      await signIn()
      refuses(error)
      expect(await inAfter(11 * minute)).not.toBeNull()
      expect(await inAfter(24 * hour)).not.toBeNull()
      expect(await inAfter(24 * hour + 10 * minute)).not.toBeNull()
      expect(await inAfter(24 * hour + 11 * minute)).toBeNull()
      expect(await app.sessions()).toEqual([])
    },
  )

  test('an admin keeps the rights for 15 minutes and the session longer', async () => {
    await signIn(admin)
    refuses('server_error', 500)
    expect(await inAfter(11 * minute)).toMatchObject({ isAdmin: true })
    expect(await inAfter(25 * minute)).toMatchObject({ isAdmin: true })
    expect(await inAfter(26 * minute)).toMatchObject({ isAdmin: false })
    grants({ id_token: await provider.idToken(admin) })
    expect(await inAfter(30 * minute)).toMatchObject({ isAdmin: true })
  })

  test('it is asked at most once a minute, and what it missed is made up', async () => {
    await signIn()
    refuses('server_error', 503)
    for (const seconds of [0, 10, 30, 59, 60, 70])
      expect(await inAfter(11 * minute + seconds * 1000)).not.toBeNull()
    expect(spent()).toHaveLength(2)
    grants({ refresh_token: 'second' })
    expect(await inAfter(15 * minute)).not.toBeNull()
    const [session] = await app.sessions()
    expect(session?.renewal_failing_since).toBeNull()
    expect(await inAfter(15 * minute + day)).not.toBeNull()
  })

  test('one that does not answer is waited for 5 seconds, and its late answer is kept', async () => {
    await signIn()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let speak = () => {}
    const spoken = new Promise<void>((resolve) => {
      speak = resolve
    })
    provider.tokens = async () => {
      await spoken
      return { body: { access_token: 'opaque', refresh_token: 'late' } }
    }
    const heard = provider.whenAsked()
    const waiting = inAfter(11 * minute)
    await heard
    await vi.advanceTimersByTimeAsync(5000)
    expect(await waiting).not.toBeNull()
    expect(await app.sessions()).toMatchObject([{ renewal_failing_since: start + 11 * minute }])
    speak()
    await vi.waitFor(async () =>
      expect(await app.sessions()).toMatchObject([{ renewal_failing_since: null }]),
    )
    vi.useRealTimers()
    grants()
    await inAfter(2 * hour)
    expect(spent().at(-1)).toEqual(['refresh_token', 'late'])
  })

  test('one that is gone leaves players in', async () => {
    await signIn()
    const port = Number(new URL(provider.issuer).port)
    await provider.stop()
    expect(await inAfter(11 * minute)).not.toBeNull()
    expect(await app.sessions()).toMatchObject([{ renewal_failing_since: start + 11 * minute }])
    provider = await startLyingProvider(port)
    grants()
    expect(await inAfter(13 * minute)).not.toBeNull()
    expect(await app.sessions()).toMatchObject([{ renewal_failing_since: null }])
  })
})
