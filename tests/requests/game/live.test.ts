import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import { before, loginWithTeam, pointsOf } from '#tests/support/game-steps.ts'
import { buttonNames, textOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * A show on the air (D34): the admin publishes points live, pages show them as not official, and nothing else does. Anna
 * and Björn hold Norway and Portugal, which sing in the first semi-final, and Austria, which does not.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let bjornsId = 0
let leagueId = 0
const onAir = '2025-05-13T20:45:00Z'
const badge = 'Live, not official · 22:45'

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  const annasId = (await loginWithTeam(app, 'anna')).teamId
  const codes = ['PT', 'NO', 'AT', 'SE', 'LV', 'ME']
  bjornsId = (await loginWithTeam(app, 'bjorn', { codes, teamName: 'Bastu' })).teamId
  const common = { gameId: world.contest.id, inviteSecret: 'sofa', now: 1 }
  leagueId = await insertLeague(app.db, { ...common, ownerId: 1, leagueName: 'Sofa Jury' })
  for (const teamId of [annasId, bjornsId]) await insertMembership(app.db, { leagueId, teamId, now: 1 })
})
afterAll(() => app.close())

const desk = () => app.get('/admin?round=1', { as: world.ada })
const publications = () =>
  app.db.selectFrom('publications').select(['version', 'kind', 'rounds']).orderBy('version').execute()
const pages = () => [
  '/game',
  '/game/results',
  '/game/leagues',
  '/game/countries',
  `/game/compare?team=${bjornsId}`,
]

async function press(page: PageResponse, button: string, changes: Record<string, string> = {}) {
  const answer = await app.press(page, button, changes, { as: world.ada })
  return { status: answer.status, page: await app.follow(answer, { as: world.ada }) }
}

/** The positions of the results page: 'Norway 100% Through: 50 × 100% 50'. */
const linesOf = ({ html }: PageResponse) =>
  (/ id="round-title"(?:(?!<\/section>)[\s\S])*<ol>([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? '')
    .split('</li>')
    .slice(0, -1)
    .map((row) => textOf(row).replace(/^Position \d /, ''))

const readTotal = async () => {
  const answer = await app.get('/api/teams/mine', { as: world.anna })
  return /"score":(\w+)/.exec(answer.html)?.[1]
}

test('before the deadline there is no such button, and a press stores nothing', async () => {
  const page = await desk()
  expect(buttonNames(page.html)).not.toContain('Save and publish live')
  const fields = { intent: 'live', round: '1', version: '0', season: '2025', 'score-NO': '50' }
  const refused = await app.post('/admin?index&round=1', fields, { as: world.ada })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Not published live')
  expect([await pointsOf(app, 1), await publications()]).toEqual([{}, []])
})

describe('while the show runs', () => {
  test('a wrong number is named, and nothing is stored or published', async () => {
    await app.setClock(onAir)
    const { status, page } = await press(await desk(), 'Save and publish live', { 'score-NO': '5x' })
    expect(status).toBe(422)
    expect(page.text).toContain('Norway: "5x" is not a number.')
    expect([await pointsOf(app, 1), await publications()]).toEqual([{}, []])
  })

  test('one press saves and publishes, and every page with points says that they are not official', async () => {
    const { page } = await press(await desk(), 'Save and publish live', { 'score-NO': '50' })
    expect(toastsOf(page.html)[0]).toContain('Published live')
    expect(page.text).toContain('Live, not official')
    expect(await publications()).toEqual([{ version: 1, kind: 'live', rounds: '1' }])
    for (const path of pages()) {
      const shown = await app.get(path, { as: world.anna })
      expect(shown.text, path).toContain(badge)
    }
    expect((await app.get('/game', { as: world.anna })).text).toContain('Total points 50')
    const league = await app.get('/game/leagues', { as: world.anna })
    expect(league.text).toContain('2 of 6 through 50 2 Bastu')
  })

  test('who is through has the points; who is not named yet has none, and is not out', async () => {
    const page = await app.get('/game/results', { as: world.anna })
    const lines = linesOf(page)
    expect(lines[0]).toBe('Norway 100% Through: 50 × 100% 50')
    expect(lines[2]).toBe('Portugal 85% Sung -')
    expect(lines.find((line) => line.startsWith('Austria'))).toBe('Austria 70% Did not sing 0')
    expect(page.text).not.toMatch(/did not qualify|What was possible/)
    expect(page.html).toMatch(/aria-label="Your lights: [^"]*Norway[^"]*Portugal/)
  })

  test('the API and the automatic line-ups know official results only', async () => {
    expect(await readTotal()).toBe('null')
    const points = await app.get('/api/teams/mine/points/round/1', { as: world.anna })
    expect(points.json()).toMatchObject({ roundScore: null })
    for (const path of ['/api/teams', `/api/leagues/${leagueId}/members`]) {
      const list = await app.get(path, { as: world.anna })
      expect(list.json(), path).toMatchObject({ data: [{ teamScore: null }, { teamScore: null }] })
    }
    const lineup = await app.get('/game/lineup?round=3', { as: world.anna })
    expect(lineup.text).toContain('Not through yet')
  })

  test('the next press replaces the points; another admin’s save in between is shown, not overwritten', async () => {
    const [mine, theirs] = [await desk(), await desk()]
    await press(mine, 'Save and publish live', { 'score-NO': '50', 'score-PT': '50' })
    const late = await press(theirs, 'Save and publish live', { 'score-NO': '0' })
    expect(late.status).toBe(409)
    expect(late.page.text).toContain('Another admin saved this round in the meantime.')
    expect((await publications()).map(({ version }) => version)).toEqual([1, 2])
    expect(linesOf(await app.get('/game/results', { as: world.anna }))[2]).toBe(
      'Portugal 85% Through: 50 × 85% 42.5',
    )
  })
})

describe('the official results', () => {
  test('replace the live ones everywhere', async () => {
    const told = await app.press(await desk(), 'Compute Team Scores', {}, { as: world.ada })
    expect(told.text).toContain('Only 2 of 10 countries are through.')
    const { page } = await press(told, 'Compute Team Scores')
    expect(toastsOf(page.html)[0]).toContain('Team scores computation triggered')
    expect(buttonNames(page.html)).not.toContain('Save and publish live')
    for (const path of pages()) {
      const shown = await app.get(path, { as: world.anna })
      expect([shown.status, shown.text.includes('Live, not official')], path).toEqual([200, false])
    }
    expect(await readTotal()).toBe('92')
    expect(linesOf(await app.get('/game/results', { as: world.anna }))[1]).toContain('Sang, did not qualify')
  })

  test('end live ones of the round: a press stores nothing', async () => {
    const before = await pointsOf(app, 1)
    const version = /name="version" value="(\d+)"/.exec((await desk()).html)?.[1] ?? ''
    const fields = { intent: 'live', round: '1', version, season: '2025', 'score-NO': '1' }
    const refused = await app.post('/admin?index&round=1', fields, { as: world.ada })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('The results of this round are official')
    expect(await pointsOf(app, 1)).toEqual(before)
    expect((await publications()).map(({ kind }) => kind)).toEqual(['live', 'live', 'official'])
  })
})
