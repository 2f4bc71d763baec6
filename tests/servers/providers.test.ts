import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/provider.ts'
import { openSignInApp, redirectTarget, type SignInApp } from '#tests/support/sign-in.ts'
import { startGlewlwyd } from './support/glewlwyd.ts'
import { startLemonldap } from './support/lemonldap.ts'
import { whyNot } from './support/programs.ts'
import type { RealProvider } from './support/real-provider.ts'

/** The started server with identity providers as Debian ships them, whose pages are used by their requests. */
const providers = [
  { name: 'Glewlwyd', missing: whyNot('glewlwyd', 'openssl'), start: startGlewlwyd },
  {
    name: 'LemonLDAP::NG',
    missing: whyNot('starman', '/usr/share/lemonldap-ng/portal/htdocs/index.fcgi'),
    start: startLemonldap,
  },
]

let provider: RealProvider
let app: SignInApp

async function open(start: (appOrigin: string) => Promise<RealProvider>): Promise<void> {
  const origin = `http://localhost:${await freePort()}`
  provider = await start(origin)
  app = await openSignInApp({ issuer: provider.issuer, origin, env: provider.settings })
}

/** A browser in which somebody has just signed in. */
async function signIn(username: string): Promise<Browser> {
  const browser = new Browser()
  const sent = redirectTarget(await app.pressSignIn(browser, '/game/leagues'))
  const answer = await app.followCallback(browser, await provider.signIn(browser, sent.href, username))
  expect([answer.status, answer.location]).toEqual([303, '/game/leagues'])
  return browser
}

const within = { timeout: 10_000, interval: 50 }

/** Makes a session due for its renewal, and waits for what comes of it. */
async function renew(browser: Browser, outcome: 'renewed' | 'ended'): Promise<void> {
  const due = await app.sessionOf(browser)
  await app.db
    .updateTable('sessions')
    .set({ renew_at: Date.now() - 1 })
    .where('id_hash', '=', due?.id_hash ?? '')
    .execute()
  await app.visitorOf(browser)
  const seen = async () => {
    const session = await app.sessionOf(browser)
    if (!session) return 'ended'
    return (session.renew_at ?? 0) > Date.now() ? 'renewed' : 'waiting'
  }
  await expect.poll(seen, within).toBe(outcome)
}

for (const { name, missing, start } of providers)
  describe.skipIf(missing)(`${name} ${missing ?? ''}`, () => {
    beforeAll(() => open(start))
    afterAll(async () => {
      await app?.close()
      await provider?.stop()
    })

    test('signs in a player, who is the same one the next time, and an admin', async () => {
      const first = await signIn(provider.player)
      expect(await app.visitorOf(first)).toEqual({ isAdmin: false })
      const second = await signIn(provider.player)
      expect((await app.sessionOf(second))?.manager_id).toBe((await app.sessionOf(first))?.manager_id)
      expect(await app.visitorOf(await signIn(provider.admin))).toEqual({ isAdmin: true })
    })

    test('renews sessions again and again, with the rights that they have', async () => {
      for (const [who, isAdmin] of [
        [provider.player, false],
        [provider.admin, true],
      ] as const) {
        const browser = await signIn(who)
        for (let times = 0; times < 3; times += 1) await renew(browser, 'renewed')
        expect(await app.visitorOf(browser)).toEqual({ isAdmin })
      }
    })

    test('ends a session with the renewal that it refuses', async () => {
      const browser = await signIn(provider.player)
      await provider.revokeTokens(browser)
      await renew(browser, 'ended')
      expect(await app.visitorOf(browser)).toBeNull()
    })

    test('ends its own session with a sign-out here, and leads back to the start page', async () => {
      const browser = await signIn(provider.player)
      expect(await provider.isSignedInThere(browser)).toBe(true)
      const sent = redirectTarget(await app.pressSignOut(browser))
      expect(await app.visitorOf(browser)).toBeNull()
      expect(await provider.confirmSignOut(browser, sent.href)).toBe(`${app.origin}/`)
      expect(await provider.isSignedInThere(browser)).toBe(false)
    })

    test('ends the session here with a sign-out there, and no other, where it has back-channel logout', async () => {
      const browser = await signIn(provider.player)
      const elsewhere = await signIn(provider.player)
      await provider.signOutThere(browser, (await app.sessionOf(browser))?.provider_session ?? '')
      expect(await provider.isSignedInThere(browser)).toBe(false)
      if (provider.hasBackChannel) await expect.poll(() => app.visitorOf(browser), within).toBeNull()
      else await renew(browser, 'renewed')
      expect(await app.visitorOf(elsewhere)).toEqual({ isAdmin: false })
    })

    test('ends admin rights with the first renewal after the role is taken away', async () => {
      const browser = await signIn(provider.admin)
      await provider.takeRoleAway()
      await renew(browser, 'renewed')
      expect(await app.visitorOf(browser)).toEqual({ isAdmin: false })
    })
  })
