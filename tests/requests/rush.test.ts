import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/open.server.ts'
import { startApp } from '../../scripts/bench/app-server.ts'
import { type Rush, rushOnce } from '../../scripts/bench/rush/run.ts'
import { signInSavers } from '../../scripts/bench/rush/store.ts'
import { seedBigStore } from '../../scripts/bench/seed.ts'
import { openWorkspace } from '../../scripts/bench/workspace.ts'

/** What `npm run bench -- rush` measures, small: who is accepted, who is refused and who is turned away first. */

const teams = 1000
const workspace = openWorkspace()
const children: ChildProcess[] = []
let rush: Omit<Rush, 'seconds' | 'perSecond'>

beforeAll(async () => {
  const file = `${workspace.folder}/rush.db`
  const db = openDatabase(file, { mayCreate: true })
  await seedBigStore(db, teams)
  const savers = await signInSavers(db, { teams, count: 150 })
  await db.destroy()
  const { port, child } = await startApp(workspace, file)
  rush = { children, port, pid: child.pid, file, folder: workspace.folder, savers, isChecked: true }
  const warm = await fetch(`http://127.0.0.1:${port}/game/lineup`, {
    headers: { Cookie: savers[0]?.cookie ?? '' },
  })
  expect(await warm.text()).toContain('Line-up Management')
})
afterAll(async () => {
  for (const child of children) child.kill()
  await workspace.close()
})

test('every accepted save is stored, and none that comes after the deadline is accepted', async () => {
  const perSecond = { form: 30, save: 10, dashboard: 5, api: 5, home: 5 }
  const { verdict, comparison, log } = await rushOnce({ ...rush, seconds: 3, perSecond })
  expect(verdict?.broken).toEqual([])
  expect(comparison?.acknowledged).toBeGreaterThan(0)
  expect(comparison?.unanswered).toBe(0)
  expect(verdict?.sentLate).toBeGreaterThan(0)
  const statuses = (kind: string) =>
    new Set(log.samples.filter((each) => each.kind === kind).map(({ status }) => status))
  expect(statuses('form')).toEqual(new Set([303, 409]))
  // On a busy machine a read may wait too long for its turn; a save may not.
  for (const kind of ['home', 'dashboard', 'api'])
    expect([200, 503]).toEqual(expect.arrayContaining([...statuses(kind)]))
})

test('when all come at once, pages are turned away and saves are not', async () => {
  const perSecond = { dashboard: 6000, save: 500 }
  const { verdict, log } = await rushOnce({ ...rush, seconds: 0.1, perSecond })
  expect(verdict?.broken).toEqual([])
  const statuses = (kind: string) =>
    log.samples.filter((each) => each.kind === kind).map(({ status }) => status)
  expect(statuses('dashboard')).toContain(503)
  expect([200, 503]).toEqual(expect.arrayContaining(statuses('dashboard')))
  expect(statuses('save: page').length).toBeGreaterThan(20)
  expect(statuses('save: page')).not.toContain(503)
  expect(statuses('save: form')).not.toContain(503)
})
