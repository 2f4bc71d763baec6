import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { Browser } from '#tests/support/browser.ts'
import { startProfileProvider } from '#tests/support/profile-provider.ts'
import { profiles } from '#tests/support/provider-profiles.ts'
import { startClock } from '#tests/support/server-clock.ts'
import { openSignInApp, redirectTarget, type SignInApp } from '#tests/support/sign-in.ts'

/** Eleven identity providers as their documentation describes them, with the settings of docs/operations.md. */
const minute = 60_000
const hour = 60 * minute

afterAll(() => {
  vi.useRealTimers()
})

describe.each(profiles)('$name', (profile) => {
  test('signs in a player and an admin, and renews both until the role is taken away', async () => {
    const clock = startClock()
    const provider = await startProfileProvider(profile)
    const { adminRole, subjectOf = (name: string) => name } = profile
    const namesAdmins = adminRole === undefined
    const app = await openSignInApp({
      issuer: provider.issuer,
      env: {
        ...clock.env,
        ...profile.settings,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
      },
    })
    const [player, admin] = [new Browser(), new Browser()]
    const nameOfAdmin = namesAdmins ? 'chief' : 'host'
    if (adminRole) provider.roles.set(nameOfAdmin, [adminRole])
    const rightsOf = async () => [await app.visitorOf(player), await app.visitorOf(admin)]

    try {
      for (const [browser, name] of [[player, 'player'] as const, [admin, nameOfAdmin] as const]) {
        const sent = redirectTarget(await app.pressSignIn(browser))
        const back = await app.followCallback(browser, provider.authorize(sent, name))
        expect([back.status, back.headers.get('Location')]).toEqual([303, '/game'])
        expect((await app.get('/game/account', { as: browser })).text).toContain(`“${subjectOf(name)}”`)
      }
      expect(await rightsOf()).toEqual([{ isAdmin: false }, { isAdmin: true }])

      const account = (await app.get('/game/account', { as: admin })).text
      expect(account.includes('the provider sent no claim realm_access.roles')).toBe(namesAdmins)
      const missing = app.server.output.out.split('"event":"roles claim missing"').length - 1
      expect(missing).toBeLessThanOrEqual(1)
      if (namesAdmins) expect(missing).toBe(1)

      for (const _ of ['once', 'with what the first renewal brought']) {
        await renew(app, clock, [player, admin])
        expect(await rightsOf()).toEqual([{ isAdmin: false }, { isAdmin: true }])
      }

      provider.roles.clear()
      await renew(app, clock, [player, admin])
      const tellsRoles = profile.renewalBrings.includes('id_token') && !namesAdmins
      expect(await rightsOf()).toEqual([{ isAdmin: false }, { isAdmin: !tellsRoles }])

      await clock.pass(12 * hour, app.location)
      const late = await app.visitorOf(admin)
      expect(late).toEqual(tellsRoles ? { isAdmin: false } : null)
    } finally {
      await app.close()
      await provider.stop()
    }
  }, 60_000)
})

/** Lets both renew their session, as a page does that is opened eleven minutes later. */
async function renew(app: SignInApp, clock: ReturnType<typeof startClock>, browsers: Browser[]) {
  await clock.pass(11 * minute, app.location)
  for (const browser of browsers) {
    expect((await app.get('/game/account', { as: browser })).status).toBe(200)
    while (((await app.sessionOf(browser))?.renew_at ?? 0) <= Date.now()) await pause(20)
  }
}
