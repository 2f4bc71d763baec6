import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '#tests/support/browser.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { openSignInApp, redirectTarget, type SignInApp } from '#tests/support/sign-in.ts'

/** Over https another host of the same domain can set cookies here, except those with the prefix `__Host-`. */
let app: SignInApp
let provider: FakeProvider

beforeAll(async () => {
  provider = await startFakeProvider()
  app = await openSignInApp({ issuer: provider.issuer, origin: 'https://douze.test' })
})
afterAll(async () => {
  await app.close()
  await provider.stop()
})

async function begin(browser: Browser) {
  const answer = await app.pressSignIn(browser)
  const sent = redirectTarget(answer)
  const id_token = await provider.idToken({ nonce: sent.searchParams.get('nonce') })
  provider.tokens = async () => ({ body: { access_token: 'opaque', id_token } })
  return { back: provider.authorize(sent), cookie: answer.headers.getSetCookie()[0] ?? '' }
}

test('the cookie of an attempt is bound to this host, and is cleared when the sign-in ends', async () => {
  const browser = new Browser()
  const { back, cookie } = await begin(browser)
  const [pair = '', ...attributes] = cookie.split('; ')
  expect(pair).toMatch(/^__Host-attempt:[\w-]+=/)
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=3600', 'Path=/', 'SameSite=Lax', 'Secure'])
  const answer = await app.followCallback(browser, back)
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/game'])
  expect(answer.headers.getSetCookie()[1]).toBe(
    `${pair.split('=')[0]}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure`,
  )
  expect(browser.cookieNames).toEqual(['__Host-sid'])
})

test('an attempt cookie set by another host does not sign in', async () => {
  const attacker = new Browser()
  const { back, cookie } = await begin(attacker)
  const victim = new Browser()
  const value = cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'))
  for (const path of ['/', '/auth']) victim.setCookie('attempt:planted', value, path)
  expect((await app.followCallback(victim, back)).status).toBe(400)
  expect(await app.visitorOf(victim)).toBeNull()
})
