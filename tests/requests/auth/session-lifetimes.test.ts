import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { type ServerClock, startClock } from '#tests/support/server-clock.ts'
import { openWorld } from '#tests/support/world.ts'

/** How long a session lasts, on a server whose clock is moved. */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let app: App
let clock: ServerClock

beforeAll(async () => {
  clock = startClock()
  app = await openApp({ env: clock.env })
  await openWorld(app)
})
afterAll(async () => {
  await app.close()
  vi.useRealTimers()
})

const pass = (ms: number) => clock.pass(ms, app.location)
const isSignedIn = async (as: Browser, path = '/game/account') => (await app.get(path, { as })).status !== 401

/** Uses a session, and waits until the server has stored that, as it does within a second. */
async function use(as: Browser): Promise<void> {
  expect(await isSignedIn(as)).toBe(true)
  const uses = () =>
    app.db.selectFrom('sessions').where('last_seen_at', '=', Date.now()).selectAll().execute()
  while ((await uses()).length === 0) await pause(20)
}

test('a session ends after 14 days without use, and no sooner', async () => {
  const [used, unused] = [await app.login('anna'), await app.login('anna')]
  await pass(14 * day - minute)
  await use(used)
  await pass(2 * minute)
  expect([await isSignedIn(used), await isSignedIn(unused)]).toEqual([true, false])
})

test('a session ends after 90 days however much it is used', async () => {
  const as = await app.login('anna')
  for (let weeks = 1; weeks <= 12; weeks += 1) {
    await pass(7 * day)
    await use(as)
  }
  await pass(6 * day + minute)
  expect(await isSignedIn(as)).toBe(false)
})

test('a session of an admin ends after 12 hours', async () => {
  const as = await app.login('ada', { isAdmin: true })
  await pass(12 * hour - minute)
  expect(await isSignedIn(as, '/admin')).toBe(true)
  await pass(2 * minute)
  expect(await isSignedIn(as, '/admin')).toBe(false)
})
