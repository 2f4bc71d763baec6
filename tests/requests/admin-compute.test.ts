import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runComputation } from '#app/services/compute.server.ts'
import { requestCompute } from '#app/services/scoring.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { type Answer, type App, openApp } from '#tests/app.ts'
import { tagsOf, toastsOf } from '#tests/html.ts'
import {
  afterFinal,
  before,
  beforeFinal,
  between,
  pointsOf,
  scoreRound,
  watchToItsEnd,
  withTeam,
} from '#tests/play.ts'
import { openWorld } from '#tests/world.ts'

/** Computing from the admin's desk: fill, save, compute, watch (D10, F3). */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  await withTeam(app, 'anna')
})
beforeEach(() => app.setClock(between))
afterAll(() => app.close())

const desk = (query = '?round=1') => app.get(`/admin${query}`, { as: world.ada })
const pressed = async (page: Answer, button: string, changes: Record<string, string> = {}) => {
  const answer = await app.press(page, button, changes, { as: world.ada })
  return { answer, page: await app.follow(answer, { as: world.ada }) }
}
const refreshes = (page: Answer) =>
  tagsOf(page.html, 'meta').some((meta) => meta.get('http-equiv') === 'refresh')
const results = () => app.get('/game/results?round=1', { as: world.anna })

test('filling with real results stores nothing until it is saved', async () => {
  const filled = await pressed(await desk(), 'Fill with real results')
  expect(filled.answer.status).toBe(303)
  expect(filled.page.text).toContain('Unsaved Changes')
  expect(
    tagsOf(filled.page.html, 'input')
      .find((input) => input.get('name') === 'score-NO')
      ?.get('value'),
  ).toBe('50')
  expect(await pointsOf(app, 1)).toEqual({})
  const early = await pressed(filled.page, 'Compute Team Scores')
  expect(early.answer.status, 'unsaved inputs').toBe(409)
  const saved = await pressed(filled.page, 'Save Player Scores')
  expect(saved.answer.status).toBe(303)
  const qualified = ['AL', 'EE', 'IS', 'NL', 'NO', 'PL', 'PT', 'SM', 'SE', 'UA']
  const stored = Object.entries(await pointsOf(app, 1)).filter(([, points]) => points !== 0)
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(qualified.map((code) => [code, 50])))
})

test('a press computes in the background: toast, a page that refreshes itself, then Done and new results', async () => {
  expect((await results()).text).toContain('Scores not available yet')
  const asked = await pressed(await desk(), 'Compute Team Scores')
  expect([asked.answer.status, asked.answer.location]).toEqual([303, '/admin?round=1&watch=1'])
  expect(toastsOf(asked.page.html)).toEqual([expect.stringMatching(/^Team scores computation triggered /)])
  const done = await watchToItsEnd(app, world.ada, 1)
  expect(done.text).toContain('Computation Done First semi-final: team scores are computed')
  expect(refreshes(done)).toBe(false)
  expect(done.text).toContain('First semi-final Computed')
  expect((await results()).text).toMatch(/Round points 105 Round rank #1/)
}, 60_000)

test('the watched page refreshes while the run waits and works, shows its progress, and stops at the end', async () => {
  const asked = await requestCompute(app.db, { gameId: world.contest.id, roundNumber: 1, clock: demoClock })
  if (!asked.ok) throw new Error(asked.problem)
  const waiting = await desk('?round=1&watch=1')
  expect(waiting.text).toContain('Waiting First semi-final: the computation is about to start.')
  expect(refreshes(waiting)).toBe(true)
  const during: Answer[] = []
  const ran = await runComputation(app.db, {
    id: asked.computationId,
    clock: demoClock,
    pause: async () => {
      during.push(await desk('?round=1&watch=1'))
    },
  })
  expect(ran).toEqual({ ok: true })
  const working = during.filter((page) =>
    page.text.includes('Running First semi-final: team scores are being computed.'),
  )
  expect(working.length).toBeGreaterThan(0)
  expect(working.every(refreshes)).toBe(true)
  expect(working.every((page) => tagsOf(page.html, 'progress').length === 1)).toBe(true)
  const end = await desk('?round=1&watch=1')
  expect(refreshes(end)).toBe(false)
  expect(end.text).toContain('Computation Done')
  expect(refreshes(await desk()), 'nobody watches an unwatched page').toBe(false)
})

test('readers see all old or all new results, and a team can be saved, while a run is under way', async () => {
  const page = await pressed(await desk(), 'Save Player Scores', { 'score-NO': '100' })
  expect(page.answer.status).toBe(303)
  const asked = await requestCompute(app.db, { gameId: world.contest.id, roundNumber: 1, clock: demoClock })
  if (!asked.ok) throw new Error(asked.problem)
  const seen = new Set<string>()
  await runComputation(app.db, {
    id: asked.computationId,
    clock: demoClock,
    pause: async () => {
      seen.add(/Round points (\S+) Round rank (\S+)/.exec((await results()).text)?.[0] ?? 'nothing')
      const order = 'PT.SM.NO.DE.GR.AT'
      const saved = await app.post('/game/lineup', { intent: 'save', round: '2', order }, { as: world.anna })
      expect([303, 429]).toContain(saved.status)
    },
  })
  await app.get('/game/lineup', { as: world.anna })
  const [old, fresh] = ['Round points 105 Round rank #1', 'Round points 140 Round rank #1']
  expect([...seen]).toContain(old)
  expect([...seen].filter((each) => each !== old && each !== fresh)).toEqual([])
  expect((await results()).text).toContain(fresh)
})

test('computing again with nothing changed changes nothing', async () => {
  const shown = async () => (await results()).text.replace(/^.*?Team Results/, '')
  const old = await shown()
  expect(old).toContain('Round points 140')
  const asked = await pressed(await desk(), 'Compute Team Scores')
  expect(asked.answer.status).toBe(303)
  await watchToItsEnd(app, world.ada, 1)
  expect(await shown()).toBe(old)
}, 60_000)

test('the desk says what is computed after every turn of the clock, and never that everything is', async () => {
  const said = async () => {
    const { text } = await watchToItsEnd(app, world.ada, 1)
    return /Computation (.*?) Order of work/.exec(text)?.[1] ?? text
  }
  const jumpTo = (now: string) => app.post('/demo/clock', { now })
  await jumpTo(afterFinal)
  for (const round of [2, 3]) await scoreRound(app, world, round)
  expect(await said(), 'all are computed').toBe(
    'Done Grand final: team scores are computed. The ranking is up to date.',
  )
  await jumpTo(beforeFinal)
  expect(await said(), 'two are computed').toBe(
    'Done The clock went back. Computed are: First semi-final, Second semi-final. The ranking is up to date.',
  )
  await jumpTo(before)
  expect(await said(), 'none is computed').toBe('Done The clock went back. No round is computed.')
  await jumpTo(between)
  await scoreRound(app, world, 1)
  expect(await said()).toBe('Done First semi-final: team scores are computed. The ranking is up to date.')
}, 60_000)
