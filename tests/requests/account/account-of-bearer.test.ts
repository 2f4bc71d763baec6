import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import { openDump } from '#tests/support/database-dump.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { openWorld } from '#tests/support/world.ts'

/** A program with the access token of a deleted account. */
let app: App
let provider: FakeProvider
let dump: ReturnType<typeof openDump>

beforeAll(async () => {
  provider = await startFakeProvider()
  app = await openApp({ issuer: provider.issuer })
  dump = openDump(app.location)
})
afterAll(async () => {
  await dump.close()
  await app.close()
  await provider.stop()
})

test('reads like an unknown caller, and a manager is created only by a write', async () => {
  const { anna: as } = await openWorld(app)
  const token = await provider.idToken({ sub: 'anna' }, { typ: 'at+jwt' })
  const headers = { Authorization: `Bearer ${token}` }
  const mine = await app.get('/api/teams/mine', { headers })
  expect(mine.status).toBe(200)
  const managers = async () =>
    (await app.db.selectFrom('managers').select('subject').execute()).map(({ subject }) => subject)
  expect(await managers()).toContain('anna')

  const question = await app.get('/game/account/delete', { as })
  const done = await app.press(question, 'Delete my account', { confirm: 'delete' }, { as })
  expect(done.status).toBe(200)
  const before = await dump.read()
  for (const path of ['/api/teams/mine', '/api/leagues/mine', '/api/teams', '/api/teams/mine/lineup/round/1'])
    expect((await app.get(path, { headers })).status, path).toBeLessThan(500)
  const answer = await app.get('/api/teams/mine', { headers })
  expect([answer.status, answer.json()]).toMatchObject([200, { teamId: null }])
  expect(await dump.read()).toEqual(before)
  expect(await managers()).not.toContain('anna')
})
