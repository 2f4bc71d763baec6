import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import { between, loginWithTeam, pointsOf, saveTeam, teamOf } from '#tests/support/game-steps.ts'
import { tagsOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** Computing at the score page: fill, save, compute; the results are in force before the response (D10, F3). */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  await loginWithTeam(app, 'anna')
})
beforeEach(() => app.setClock(between))
afterAll(() => app.close())

const desk = (query = '?round=1') => app.get(`/admin${query}`, { as: world.ada })
const pressed = async (page: PageResponse, button: string, changes: Record<string, string> = {}) => {
  const answer = await app.press(page, button, changes, { as: world.ada })
  return { answer, page: await app.follow(answer, { as: world.ada }) }
}
const inputNamed = (page: PageResponse, name: string) =>
  tagsOf(page.html, 'input').find((input) => input.get('name') === name)
const results = () => app.get('/game/results?round=1', { as: world.anna })
const publications = () =>
  app.db.selectFrom('publications').select(['version', 'rounds', 'note']).orderBy('version').execute()
const callCompute = (roundNumber: number) =>
  app.send(
    `/api/admin/teams/all/compute-round-scores/${roundNumber}`,
    {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    },
    { as: world.ada },
  )
const computed = /^Team scores computation triggered /

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

test('saved scores are in no result before they are computed', async () => {
  expect((await results()).text).toContain('Scores not available yet')
  expect((await app.get('/game', { as: world.anna })).text).toContain('No ranking available yet')
  expect(await publications()).toEqual([])
})

test('the next page shows the toast, and every following page and API response the results', async () => {
  const { answer, page } = await pressed(await desk(), 'Compute Team Scores')
  expect([answer.status, answer.location]).toEqual([303, '/admin?round=1'])
  expect(toastsOf(page.html)).toEqual([expect.stringMatching(computed)])
  expect(page.text).toMatch(/First semi-final Round .* Show Computed/)
  expect(page.text).not.toContain('Computation')
  const dashboard = await app.get('/game', { as: world.anna })
  expect(dashboard.text).toContain('Total points 135 Global rank # 1 top ')
  expect((await results()).text).toMatch(/Round points 135 Round rank #1/)
  expect((await app.get('/api/teams', { as: world.anna })).html).toContain('"teamScore":135')
})

test('a page opened right after computing shows both the toast and the new ranking', async () => {
  const save = await pressed(await desk(), 'Save Player Scores', { 'score-NO': '100' })
  expect((await results()).text, 'saved alone changes no result').toContain('Round points 135')
  expect(inputNamed(save.page, 'note')?.get('value')).toBe('')
  const refused = await app.press(save.page, 'Compute Team Scores', {}, { as: world.ada })
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('Say in a sentence what was wrong.'),
  ])
  expect(inputNamed(refused, 'note')?.get('aria-invalid')).toBe('true')
  const endless = await app.press(
    refused,
    'Compute Team Scores',
    { note: 'é'.repeat(40_000) },
    { as: world.ada },
  )
  expect([endless.status, endless.text]).toEqual([
    422,
    expect.stringContaining('A note has at most 200 characters.'),
  ])
  expect((await results()).text, 'a refused correction changes nothing').toContain('Round points 135')
  const note = 'Norway: 100, <not> 50.'
  const told = await app.press(refused, 'Compute Team Scores', { note }, { as: world.ada })
  expect([told.status, told.text]).toEqual([
    409,
    expect.stringContaining('Not every qualifier has 50 points.'),
  ])
  const answer = await app.press(told, 'Compute Team Scores', {}, { as: world.ada })
  expect(answer.status).toBe(303)
  // The flash message is in the admin's cookie: the next page shows it, whichever it is.
  const ranking = await app.get('/game', { as: world.ada })
  expect(toastsOf(ranking.html)).toEqual([expect.stringMatching(computed)])
  expect(ranking.text).toMatch(/Lamps 185/)
  expect((await results()).text).toContain('Round points 185 Round rank #1')
  expect((await results()).text).toMatch(/Corrected May \d\d, \d\d:\d\d CEST ?: Norway: 100, <not> 50\./)
  expect(inputNamed(await desk(), 'note'), 'nothing waits to be corrected').toBeUndefined()
})

test('computing again without changes publishes nothing and says so', async () => {
  const shown = async () => (await results()).text.replace(/^.*?Team Results/, '')
  const [old, published] = [await shown(), await publications()]
  expect(old).toContain('Round points 185')
  const { answer, page } = await pressed(await desk(), 'Compute Team Scores')
  expect(answer.status).toBe(303)
  expect(toastsOf(page.html)).toEqual([
    expect.stringMatching(/^Team scores computation triggered Nothing changed:/),
  ])
  expect((await callCompute(1)).status).toBe(202)
  expect(await shown()).toBe(old)
  expect(await publications()).toEqual(published)
})

test('a correction is a new publication; the previous one stays unchanged', async () => {
  expect(await publications()).toEqual([
    { version: 1, rounds: '1', note: null },
    { version: 2, rounds: '1', note: 'Norway: 100, <not> 50.' },
  ])
})

test('a team that joins after the deadline is in the table at once, last, and keeps that rank', async () => {
  const eve = await app.login('eve')
  const late = { codes: ['SE', 'LV', 'LT', 'ME', 'SI', 'HR'], teamName: 'Latecomers' }
  expect((await saveTeam(app, eve, { ...late, intent: 'join-late:1' })).status).toBe(303)
  const dashboard = (await app.get('/game', { as: eve })).text
  expect(dashboard).toContain('Total points 0 Global rank # 2 top ')
  expect(dashboard).toMatch(/2 Latecomers You 0/)
  const { id } = (await teamOf(app, 'eve')) ?? {}
  const ranking = await app.get('/api/teams?limit=100', { as: eve })
  expect(ranking.json()).toMatchObject({
    data: [
      { teamName: 'Lamps', teamRank: 1, teamScore: 185 },
      { teamId: id, teamName: 'Latecomers', teamRank: 2, teamScore: 0 },
    ],
    totalElements: 2,
  })
})
