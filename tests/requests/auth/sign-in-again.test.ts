import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageResponse } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { findSubmission, tagsOf } from '#tests/support/html.ts'
import { openSignInApp, redirectTarget, type SignInApp } from '#tests/support/sign-in.ts'

/** Sign-ins that take another way than straight there and back, and the browsers of apps. */
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
  await app.db.deleteFrom('sign_in_attempts').execute()
})

const target = '/game/leagues?leagueId=3&invite=secret'
const failure = 'Something went wrong while contacting the authentication server'
const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 393.1.0.36.70 (iPhone15,3; iOS 18_5; en_US; en) Safari/604.1'

/** Begins a sign-in; returns the provider's page, whose token endpoint answers it. */
async function begin(browser: Browser, redirectTo = target): Promise<URL> {
  const sent = redirectTarget(await app.pressSignIn(browser, redirectTo))
  const id_token = await provider.idToken({ nonce: sent.searchParams.get('nonce') })
  provider.tokens = async () => ({ body: { access_token: 'opaque', id_token } })
  return sent
}

/** The callback with these parameters and the state of an attempt, or without any state. */
function callback(answer: Record<string, string>, sent?: URL): string {
  const state = sent?.searchParams.get('state')
  return `${app.origin}/auth/callback?${new URLSearchParams({ ...answer, ...(state && { state }) })}`
}

const outcome = ({ status, location }: PageResponse) => [status, location]

/** Presses the one button of a page after which nobody is signed in, and signs in. */
async function pressOnceMore(browser: Browser, page: PageResponse) {
  const sent = redirectTarget(await app.press(page, 'Sign in again', {}, { as: browser }))
  const id_token = await provider.idToken({ nonce: sent.searchParams.get('nonce') })
  provider.tokens = async () => ({ body: { access_token: 'opaque', id_token } })
  return app.followCallback(browser, provider.authorize(sent))
}

/** Nobody is signed in, nothing failed, the words are these, and one press signs in with the same target. */
async function expectToBeginAgain(browser: Browser, page: PageResponse, words: string) {
  expect([page.status, page.headers.get('Cache-Control')]).toEqual([400, 'private, no-cache'])
  expect(page.text).toContain(words)
  expect(page.text).not.toContain(failure)
  expect(page.text).not.toContain('Authentication error')
  expect(page.html).not.toContain('<script')
  expect(await app.sessions()).toEqual([])
  expect(outcome(await pressOnceMore(browser, page))).toEqual([303, target])
  expect(await app.visitorOf(browser)).not.toBeNull()
}

describe('a sign-in begins again with one press and the same target', () => {
  test('in another browser, as after a confirmation mail: nobody is signed in by it, and no cookie is set', async () => {
    const sent = await begin(new Browser())
    const other = new Browser()
    const page = await app.followCallback(other, provider.authorize(sent))
    expect(page.headers.getSetCookie()).toEqual([])
    expect(provider.tokenRequests).toEqual([])
    await expectToBeginAgain(other, page, 'You are registered. Sign in again.')
  })

  test('in the browser of an app that kept no cookie: says so, and gives the address of the page', async () => {
    const sent = await begin(new Browser())
    const url = provider.authorize(sent)
    const page = await app.get(url, { as: new Browser(), headers: { 'User-Agent': instagram } })
    expect(linkIn(page)).toBe(`${app.origin}${target}`)
    const words =
      'Your browser did not keep our cookie. Allow cookies for this site, or open this page in Safari, Chrome or Firefox.'
    await expectToBeginAgain(new Browser(), page, words)
  })

  test.each<[string, Record<string, string>, string]>([
    ['temporarily_unavailable', { error_description: 'authentication_expired' }, 'open for too long'],
    ['authentication_expired', {}, 'open for too long'],
    ['login_required', {}, 'open for too long'],
    ['interaction_required', { error_description: 'Ask the user' }, 'cancelled or not allowed'],
    ['consent_required', {}, 'cancelled or not allowed'],
    ['user_canceled', {}, 'cancelled or not allowed'],
    ['access_denied', { error_description: '<b>no</b>' }, 'cancelled or not allowed'],
  ])('after %s, with its state, without, and in another browser', async (error, more, words) => {
    for (const [isOwn, hasState] of [
      [true, true],
      [true, false],
      [false, true],
    ]) {
      const own = new Browser()
      const sent = await begin(own)
      const browser = isOwn ? own : new Browser()
      const page = await app.followCallback(
        browser,
        callback({ error, ...more }, hasState ? sent : undefined),
      )
      await expectToBeginAgain(browser, page, words)
      await app.db.deleteFrom('sessions').execute()
    }
  })

  test('when nothing comes back but the visitor, or a code without its state', async () => {
    const answers: Record<string, string>[] = [{}, { code: 'code' }, { code: 'code', state: '' }]
    for (const answer of answers) {
      const browser = new Browser()
      await begin(browser, '/songs')
      await begin(browser)
      const page = await app.followCallback(browser, callback(answer))
      await expectToBeginAgain(browser, page, 'Sign in again.')
      await app.db.deleteFrom('sessions').execute()
    }
  })

  test('after an hour, and is forgotten after a day', async () => {
    const browser = new Browser()
    const sent = await begin(browser)
    const age = (hours: number) =>
      app.db
        .updateTable('sign_in_attempts')
        .set({ created_at: Date.now() - hours * 3_600_000 - 1 })
        .execute()
    await age(1)
    await begin(new Browser(), '/songs')
    const page = await app.followCallback(browser, provider.authorize(sent))
    await expectToBeginAgain(browser, page, 'This sign-in is over')
    await age(24)
    await begin(new Browser(), '/songs')
    const later = await app.followCallback(new Browser(), provider.authorize(sent))
    expect(findSubmission(later.html, 'Sign in again')?.fields).toEqual([['redirectTo', '/']])
  })

  test('after a code that the provider has used or forgotten', async () => {
    const browser = new Browser()
    const sent = await begin(browser)
    provider.tokens = async () => ({ status: 400, body: { error: 'invalid_grant' } })
    const page = await app.followCallback(browser, provider.authorize(sent))
    await expectToBeginAgain(browser, page, 'This sign-in is over')
  })

  test('by Back after signing out', async () => {
    const browser = new Browser()
    const url = provider.authorize(await begin(browser))
    await app.followCallback(browser, url)
    await app.pressSignOut(browser)
    await expectToBeginAgain(browser, await app.followCallback(browser, url), 'Sign in again.')
  })
})

describe('who is signed in goes on to the target', () => {
  test('by Back to the callback', async () => {
    const browser = new Browser()
    const url = provider.authorize(await begin(browser))
    await app.followCallback(browser, url)
    const before = await app.sessions()
    expect(outcome(await app.followCallback(browser, url))).toEqual([303, target])
    expect(await app.sessions()).toEqual(before)
  })

  test('by a second tab, whose page at the provider has expired meanwhile, or was cancelled', async () => {
    const browser = new Browser()
    const second = await begin(browser)
    await app.followCallback(browser, provider.authorize(await begin(browser, '/game')))
    const answers: Record<string, string>[] = [
      { error: 'temporarily_unavailable', error_description: 'authentication_expired' },
      { error: 'access_denied' },
    ]
    for (const answer of answers) {
      expect(outcome(await app.followCallback(browser, callback(answer, second)))).toEqual([303, target])
    }
    expect(await app.sessions()).toHaveLength(1)
  })

  test('by a second tab that signs in as well', async () => {
    const browser = new Browser()
    const first = await begin(browser, '/game')
    const second = await begin(browser)
    expect(outcome(await app.followCallback(browser, provider.authorize(second)))).toEqual([303, target])
    const id_token = await provider.idToken({ nonce: first.searchParams.get('nonce') })
    provider.tokens = async () => ({ body: { access_token: 'opaque', id_token } })
    expect(outcome(await app.followCallback(browser, provider.authorize(first)))).toEqual([303, '/game'])
    expect(await app.sessions()).toHaveLength(1)
  })
})

describe('an attempt', () => {
  test('is still open after an error: who goes back at the provider and signs in is signed in', async () => {
    const browser = new Browser()
    const sent = await begin(browser)
    await app.followCallback(browser, callback({ error: 'access_denied' }, sent))
    expect(outcome(await app.followCallback(browser, provider.authorize(sent)))).toEqual([303, target])
  })

  test('signs in once when its callback comes twice at the same time; the other answer leads to the same target', async () => {
    const browser = new Browser()
    const sent = await begin(browser)
    const cookies = browser.cookieHeader('/auth')
    const answers = await Promise.all(
      [1, 2].map(() => app.get(provider.authorize(sent), { headers: { Cookie: cookies } })),
    )
    const [signedIn, other] = answers.toSorted((a, b) => a.status - b.status)
    expect(signedIn && outcome(signedIn)).toEqual([303, target])
    expect(await app.sessions()).toHaveLength(1)
    expect(other?.status).toBe(400)
    expect(other?.text).toContain('This sign-in is over: it was used already')
    expect(findSubmission(other?.html ?? '', 'Sign in again')?.fields).toEqual([['redirectTo', target]])
  })

  test.each([
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/auth/sign-out', '/'],
  ])('leads to this site only, whatever its row says: %s', async (stored, expected) => {
    const browser = new Browser()
    const sent = await begin(browser)
    await app.db.updateTable('sign_in_attempts').set({ redirect_to: stored }).execute()
    const page = await app.followCallback(new Browser(), provider.authorize(sent))
    expect(findSubmission(page.html, 'Sign in again')?.fields).toEqual([['redirectTo', expected]])
    expect(outcome(await app.followCallback(browser, provider.authorize(sent)))).toEqual([303, expected])
  })

  test.each([
    ['the address', (url: string) => `${url}&redirectTo=%2Fgame%2Faccount%2Fdelete`, {}],
    ['a cookie', (url: string) => url, { Cookie: 'redirectTo=/game/account/delete' }],
  ])('has its target from its row, never from %s', async (_, change, headers) => {
    const url = provider.authorize(await begin(new Browser()))
    const page = await app.get(change(url), { as: new Browser(), headers })
    expect(findSubmission(page.html, 'Sign in again')?.fields).toEqual([['redirectTo', target]])
  })
})

test.each(['server_error', 'temporarily_unavailable', 'invalid_scope', 'constructor'])(
  'a provider that answers %s has failed, which is said in the words for it, and in the log',
  async (error) => {
    const browser = new Browser()
    const sent = await begin(browser)
    const lines = await app.logged(async () => {
      const page = await app.followCallback(browser, callback({ error }, sent))
      expect(page.text).toContain(failure)
      expect(page.status).toBe(/server|unavailable/.test(error) ? 502 : 400)
      expect(findSubmission(page.html, 'Try again')?.fields).toEqual([['redirectTo', target]])
    }, 'sign-in failed')
    expect(lines.join()).toContain(`"error":"${error}"`)
  },
)

/** The address in the field 'Copy link' of a page, if it has one. */
function linkIn({ html }: PageResponse): string | undefined {
  return tagsOf(html, 'input')
    .find((input) => input.has('readonly'))
    ?.get('value')
}

describe('in the browser of an app', () => {
  const android = (more: string) =>
    `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/128.0 Mobile Safari/537.36 ${more}`
  const ios = (more: string) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ${more}`

  test.each([
    ['Instagram', instagram],
    ['Instagram on Android', android('Instagram 339.0.0.12.95 Android')],
    ['Facebook', ios('[FBAN/FBIOS;FBAV/470.0.0.42.96;FBDV/iPhone15,3]')],
    [
      'Facebook on Android before Android 5',
      'Mozilla/5.0 (Linux; Android 4.4.4) Chrome/33.0.0.0 [FB_IAB/FB4A;FBAV/28]',
    ],
    ['Threads', ios('Barcelona 340.0.0')],
    ['TikTok', ios('musical_ly_34.5.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6')],
    ['Line', ios('Safari Line/14.8.0')],
    ['Snapchat', ios('Snapchat/12.90.0.37 (like Safari/604.1)')],
    ['LinkedIn', ios('[LinkedInApp]/9.29')],
    ['Pinterest', ios('[Pinterest/iOS]')],
    ['WeChat', ios('MicroMessenger/8.0.49')],
    ['some app on Android', android('')],
  ])(
    '%s the sign-in card warns, and has the address of the page to copy, without script',
    async (_, agent) => {
      for (const path of ['/game/team?c=SE,FI', '/auth/sign-in?redirectTo=%2Fgame%2Fteam%3Fc%3DSE%2CFI']) {
        const page = await app.get(path, { headers: { 'User-Agent': agent } })
        expect(page.text).toContain('Some providers refuse to sign you in inside this app')
        expect(page.text).toContain('Copy link')
        expect(linkIn(page)).toBe(`${app.origin}/game/team?c=SE,FI`)
        expect(page.html).not.toContain('<script')
      }
    },
  )

  test.each([
    [
      'Chrome',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36',
    ],
    ['Safari', ios('Version/17.5 Safari/604.1')],
    ['Firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:129.0) Gecko/129.0 Firefox/129.0'],
    ['the home screen of an iPhone', ios('')],
    ['the Google app', ios('GSA/330.0.6 Safari/604.1')],
    ['lynx', 'Lynx/2.9.0 libwww-FM/2.14 SSL-MM/1.4.1'],
    ['something like Online/2', 'Online/2'],
  ])('%s is none, and the card says nothing of it', async (_, agent) => {
    const page = await app.get('/game/team', { headers: { 'User-Agent': agent } })
    expect(page.status).toBe(401)
    expect(page.text).not.toContain('inside this app')
    expect(linkIn(page)).toBeUndefined()
  })

  test('a page of the cache is the same as for everybody', async () => {
    for (const path of ['/', '/news']) {
      const first = await app.get(path, { headers: { 'User-Agent': instagram } })
      const second = await app.get(path)
      expect([first.status, first.html === second.html]).toEqual([200, true])
    }
  })
})
