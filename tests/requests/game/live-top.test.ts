import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { type App, openApp } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { affordableCodes, before, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { openWorld } from '#tests/support/world.ts'

/** The page of the evening in a final with 105 teams: a hundred fans with the same six, three that lead, Carla's and Anna's. */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let anna: Browser
let carla: Browser
const finalOnAir = '2025-05-17T21:45:00Z'
const cheap = ['HR', 'AZ', 'SI', 'ME', 'CY', 'GE']

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  for (let n = 1; n <= 103; n += 1) {
    const managerId = await ensureManager(app.db, { issuer: 'test', subject: `fan ${n}`, now: n })
    const codes = n <= 100 ? affordableCodes : ['AT', 'IL', 'EE', 'GR', 'LV', 'PT']
    const input = { teamName: `Fan ${n}`, managerName: `Manager ${n}`, codes }
    expect(await saveTeam(app.db, { managerId, input, clock: demoClock })).toMatchObject({ ok: true })
  }
  anna = (await loginWithTeam(app, 'anna', { teamName: 'Lamps', codes: cheap })).as
  carla = (await loginWithTeam(app, 'carla', { teamName: 'Curtain', codes: ['AT', ...cheap.slice(0, 5)] })).as
  await app.setClock(finalOnAir)
  await scoreRound(app, world, 1, { HR: 50, AZ: 50, SI: 50, CY: 50 })
  await scoreRound(app, world, 2, { ME: 50, GE: 50, AT: 50 })
})
afterAll(() => app.close())

async function readLive(points: Record<string, number>) {
  const desk = await app.get('/admin?round=3', { as: world.ada })
  const scores = Object.entries(points).map(([code, value]) => [`score-${code}`, String(value)])
  const answer = await app.press(desk, 'Save and publish live', Object.fromEntries(scores), { as: world.ada })
  expect(answer.status).toBe(303)
  return app.get('/game/live', { as: anna })
}

const points = Object.fromEntries(affordableCodes.map((code) => [code, 90]))

test('the points for a rank in the Global Top 100 are told: with them the team has one, with one fewer it has not', async () => {
  const page = await readLive({ ...points, IL: 400, HR: 10 })
  expect(page.text).toMatch(/Rank[^#]*# ?105 /)
  const needed = Number(/Croatia decides .*?: (\d+) Global Top 100 What if /.exec(page.text)?.[1])
  expect(needed).toBeGreaterThan(0)
  expect((await readLive({ HR: 10 + needed - 1 })).text).toMatch(/Rank[^#]*# ?105 .*: 1 Global Top 100 /)
  expect((await readLive({ HR: 10 + needed })).text).toMatch(/Rank[^#]*# ?5 .*: \d+ 1st of all teams /)
})

test('a country that those above have first, too, decides nothing: the next own one does', async () => {
  await readLive({ HR: 10 })
  const page = await app.get('/game/live', { as: carla })
  expect(page.text).toMatch(/Rank[^#]*# ?104 /)
  expect(page.text).toMatch(/Croatia decides .*: \d+ Global Top 100 /)
})
