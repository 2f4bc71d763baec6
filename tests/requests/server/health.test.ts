import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import { between, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { openWorld } from '#tests/support/world.ts'

/** The health check and pages of a process whose results were published by another process. */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  await loginWithTeam(app, 'anna')
  await app.setClock(between)
})
afterAll(async () => {
  await app.close()
})

const health = async () => {
  const answer = await app.get('/healthz')
  return { status: answer.status, body: answer.json() }
}
const ready = { status: 200, body: expect.objectContaining({ ready: true, reasons: [] }) }
const waiting = {
  status: 503,
  body: expect.objectContaining({ ready: false, reasons: ['The results in force are not loaded yet.'] }),
}
const dashboard = async () => {
  const page = await app.get('/game', { as: world.anna })
  expect(page.status).toBe(200)
  return page.text
}

test('without results the server is ready at once', async () => {
  expect(await health()).toEqual(ready)
})

test('with results that cannot be loaded the server is not ready and gives the reason, and its pages show none', async () => {
  const { child } = app.server
  // Stopped, it cannot load them in between.
  child.kill('SIGSTOP')
  await scoreRound(app, world, 1)
  await app.db.schema.alterTable('publication_points').renameTo('gone').execute()
  const lines = await app.logged(async () => {
    child.kill('SIGCONT')
    expect(await dashboard()).toContain('No ranking available yet')
    const results = await app.get('/game/results?round=1', { as: world.anna })
    expect(results.status).toBe(200)
    expect(results.text).toContain('Points earned - Global rank -')
    expect((await app.get('/api/teams', { as: world.anna })).html).toContain('"teamRank":null')
    expect(await health()).toEqual(waiting)
  })
  expect(lines.join('')).toMatch(
    /no such table: publication_points|relation .+publication_points.+ does not exist/,
  )
})

test('once the results are loaded the server is ready and its pages show them', async () => {
  await app.db.schema.alterTable('gone').renameTo('publication_points').execute()
  await vi.waitFor(async () => expect(await health()).toEqual(ready), 10_000)
  expect(await dashboard()).toContain('Total points 135 Global rank # 1 top ')
})
