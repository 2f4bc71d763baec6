import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertArticle } from '#db/news/articles.server.ts'
import { type App, openApp } from '#tests/support/app.ts'
import { addArticle, plainArticle } from '#tests/support/articles.ts'
import { stopDatabaseClock } from '#tests/support/databases.ts'
import { type ServerClock, startClock } from '#tests/support/server-clock.ts'
import { openWorld } from '#tests/support/world.ts'

/** Kept pages and time: a server outside the demo, where game time is the system clock, and that clock moved. */
let app: App
let clock: ServerClock

beforeAll(async () => {
  clock = startClock({ startsAt: Date.parse('2025-05-11T12:00:00Z') })
  app = await openApp({ isDemo: false, env: clock.env })
  await stopDatabaseClock(app.location, Date.now())
  await openWorld(app)
  await addArticle(app, { title: 'Rehearsals begin', publishDate: '2025-05-12' })
})

afterAll(async () => {
  await app.close()
  vi.useRealTimers()
})

/** A page at an instant. */
async function ask(path: string, instant: string): Promise<string> {
  await clock.pass(Date.parse(instant) - Date.now(), app.location)
  const { status, html } = await app.get(path)
  expect(status).toBe(200)
  return html
}

/** Waits until the server has stored the automatic line-ups of all rounds, which renders its pages anew. */
async function untilSettled(): Promise<void> {
  const unsettled = app.db.selectFrom('rounds').select('round_number').where('settled_at', 'is', null)
  while ((await unsettled.execute()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Stores an article and tells no cache, so that only a page rendered from now on shows it. */
const addUntold = (title: string) => insertArticle(app.db, { ...plainArticle, title }, 0)

test('an article appears when its day begins where the contest is, and not a moment before', async () => {
  expect(await ask('/news', '2025-05-11T12:00:00Z')).toContain('News &amp; Updates')
  await addUntold('Rendered later')
  const before = await ask('/news', '2025-05-11T21:59:59.999Z')
  expect(before).toContain('News &amp; Updates')
  expect(before).not.toMatch(/Rehearsals begin|Rendered later/)
  const after = await ask('/news', '2025-05-11T22:00:00Z')
  expect(after).toContain('Rehearsals begin')
  expect(after).toContain('Rendered later')
})

test('the banner of the end is on every page from the instant of the end on', async () => {
  const paths = ['/', '/songs', '/privacy-policy']
  // Time runs forwards: a clock that is set back a little opens nothing again (tests/faults/clock-set-back.test.ts).
  await ask('/', '2025-05-18T06:00:00Z')
  await untilSettled()
  for (const path of paths) expect(await ask(path, '2025-05-18T06:00:00Z')).not.toContain('has concluded')
  await addUntold('Untold one')
  for (const path of paths)
    expect(await ask(path, '2025-05-18T06:59:59.999Z')).not.toMatch(/has concluded|Untold one/)
  for (const path of paths)
    expect(await ask(path, '2025-05-18T07:00:00Z')).toContain('The 2025 game has concluded.')
  expect(await ask('/', '2025-05-18T07:00:00Z')).toContain('Untold one')
  await addUntold('Untold two')
  expect(await ask('/', '2025-05-18T07:00:01Z')).not.toContain('Untold two')
})
