import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import { hrefOf } from '#tests/support/html.ts'
import { freePort, startProvider } from '#tests/support/provider.ts'
import { openWorld } from '#tests/support/world.ts'

/** The page between a deleted account and the provider, where the visitor signs out as well. */
let app: App
let provider: Awaited<ReturnType<typeof startProvider>>

beforeAll(async () => {
  provider = await startProvider({ appOrigin: `http://localhost:${await freePort()}` })
  app = await openApp({ issuer: provider.issuer })
}, 20_000)
afterAll(async () => {
  await app.close()
  await provider.stop()
})

test('says that the account is deleted and leads on to the provider, in the frame of a stranger', async () => {
  const { anna: as } = await openWorld(app)
  const question = await app.get('/game/account/delete', { as })
  const page = await app.press(question, 'Delete my account', { confirm: 'delete' }, { as })
  expect(page.status).toBe(200)
  const url = page.headers.get('Refresh')?.replace('0;url=', '') ?? ''
  expect(url).toMatch(/\/session\/end\?/)
  expect(hrefOf(page.html, 'Continue')?.replaceAll('&amp;', '&')).toBe(url)
  expect(page.text).toContain('Your account is deleted')
  expect(page.text).toContain('Sign In')
  expect(page.text).not.toContain('Sign Out')
  expect(page.headers.get('Clear-Site-Data')).toBe('"cache"')
  expect(page.headers.get('Cache-Control')).toBe('private, no-cache')
  expect(as.cookie('sid')).toBeUndefined()
})
