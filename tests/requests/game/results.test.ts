import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import {
  afterFinal,
  before,
  beforeFinal,
  between,
  lineupsOf,
  loginWithTeam,
} from '#tests/support/game-steps.ts'
import { hrefOf, tagsOf, textOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * Who may see the results of which round (D9). Anna and Björn have teams, Dora has none.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let bjornsId = 0
let annasId = 0
const bjornsSecret = 'Björn Behind-the-Curtain'

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  annasId = (await loginWithTeam(app, 'anna', { teamName: 'Anna’s lamps' })).teamId
  const codes = ['SE', 'AT', 'GR', 'DE', 'NO', 'SM']
  bjornsId = (await loginWithTeam(app, 'bjorn', { codes, teamName: 'Bastu', managerName: bjornsSecret }))
    .teamId
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

const results = (as: Browser, query = '') => app.get(`/game/results${query}`, { as })

/** The positions of the round as text: 'Position 1 Austria 100% 50 points × 100% 50'. */
function lines(page: PageResponse): string[] {
  const rows = / id="round-title"(?:(?!<\/section>)[\s\S])*<ol>([\s\S]*?)<\/ol>/.exec(page.html)?.[1] ?? ''
  return rows.split('</li>').slice(0, -1).map(textOf)
}

const options = (page: PageResponse) =>
  tagsOf(page.html, 'option').map((each) => [each.get('value'), each.has('disabled')])

describe('before the first deadline', () => {
  test('there is a card that leads to the team', async () => {
    for (const query of ['', '?round=1', `?teamId=${bjornsId}`]) {
      const page = await results(world.anna, query)
      expect(page.status).toBe(404)
      expect(page.text).toContain(
        'First round not started yet Your first round has not started yet. You can still make changes to your team.',
      )
      expect(hrefOf(page.html, 'Manage Team')).toBe('/game/team')
    }
  })

  test('a manager without a team gets a link to create one', async () => {
    const page = await results(world.dora)
    expect(page.status).toBe(404)
    expect(hrefOf(page.html, 'Create Team')).toBe('/game/team')
  })
})

describe('a round that is not computed yet', () => {
  test("shows the line-up with '-' for every number and says 'Scores not available yet'", async () => {
    await app.setClock(between)
    const page = await results(world.anna)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Team Results Anna’s lamps')
    expect(page.text).toContain('First semi-final Scores not available yet')
    expect(lines(page)).toHaveLength(6)
    expect(lines(page)[0], 'who sings in it stands first').toBe(
      'Position 1 Norway 100% Waiting for the results -',
    )
    expect(lines(page)[5]).toBe('Position 6 Germany 70% Already in the final -')
    expect(page.text).toContain('Round total -')
    expect(page.text).toMatch(
      /Points earned - Global rank - Rounds remaining 2 of 3 Next round Second semi-final/,
    )
    expect(page.text).toContain('Round points - Round rank -')
    expect(hrefOf(page.html, 'Adjust Lineup for Next Round')).toBe('/game/lineup')
    expect(page.text).not.toContain('Rank history')
  })

  test('only rounds past their deadline can be chosen; the page opens on the last of them', async () => {
    await app.setClock(between)
    expect(options(await results(world.anna))).toEqual([
      ['1', false],
      ['2', true],
      ['3', true],
    ])
    await app.setClock(beforeFinal)
    const page = await results(world.anna)
    expect(options(page)).toEqual([
      ['1', false],
      ['2', false],
      ['3', true],
    ])
    expect(page.text).toContain('Second semi-final Scores not available yet')
    const first = await app.press(page, 'Show', { round: '1' }, { as: world.anna })
    expect(first.text).toContain('First semi-final Scores not available yet')
  })

  test.each(['2', '3'])('open round %s redirects back with a message', async (round) => {
    await app.setClock(between)
    for (const [query, target] of [
      ['', ''],
      [`&teamId=${bjornsId}`, `?teamId=${bjornsId}`],
    ]) {
      const answer = await results(world.anna, `?round=${round}${query}`)
      expect([answer.status, answer.location]).toEqual([303, `/game/results${target}`])
      const page = await app.follow(answer, { as: world.anna })
      expect(page.status).toBe(200)
      expect(toastsOf(page.html)).toEqual([
        `Not started yet Results of the ${round === '2' ? 'second semi-final' : 'grand final'} come once it has begun.`,
      ])
    }
  })

  test.each(['0', '4', 'x', '', '1.0', '01', '１'])('round %j is a 404 page', async (round) => {
    await app.setClock(between)
    const page = await results(world.anna, `?round=${encodeURIComponent(round)}`)
    expect(page.status).toBe(404)
    expect(page.text).toContain('Page Not Found')
  })
})

describe('another team', () => {
  test.each([
    '999999',
    '0',
    '-1',
    '1.5',
    '1e0',
    'abc',
    '',
    '%00',
    `${'9'.repeat(400)}`,
    '%3Cscript%3E',
    '１',
  ])('with the id %.20s is a 404 page', async (teamId) => {
    await app.setClock(between)
    const page = await results(world.anna, `?teamId=${teamId}`)
    expect(page.status).toBe(404)
    expect(page.text).toContain('Page Not Found')
  })

  test('shows its past round, without its manager’s name and without the way to a line-up', async () => {
    await app.setClock(between)
    const own = await results(world.anna)
    expect(own.text).toContain('Adjust Lineup for Next Round')
    const page = await results(world.anna, `?teamId=${bjornsId}`)
    expect(page.text).toContain('Team Results Bastu')
    expect(lines(page)[0]).toContain('Position 1 Sweden 100%')
    expect(page.text).not.toContain('Adjust Lineup for Next Round')
    const data = await app.get(`/game/results.data?teamId=${bjornsId}`, { as: world.anna })
    expect(data.html).toContain('Bastu')
    for (const body of [page.html, data.html]) expect(body).not.toMatch(/Behind-the-Curtain|managerName/)
  })

  test('can be seen without a team, and the own id is the own page', async () => {
    await app.setClock(between)
    expect((await results(world.dora, `?teamId=${bjornsId}`)).text).toContain('Team Results Bastu')
    expect((await results(world.anna, `?teamId=${annasId}`)).text).toContain('Adjust Lineup for Next Round')
    expect((await app.get(`/game/results.data?teamId=${bjornsId}`)).html).not.toContain('Bastu')
  })

  test('never exposes its line-ups of open rounds: no order of them changes a single byte', async () => {
    await app.setClock(between)
    const look = async () => {
      const page = await results(world.anna, `?teamId=${bjornsId}`)
      const data = await app.get(`/game/results.data?teamId=${bjornsId}&_routes=routes%2Fgame.results`, {
        as: world.anna,
      })
      expect(data.html).toContain('Sweden')
      // The time left moves on by itself.
      const bytes = data.html.replace(/"remainingMs",\d+/, '')
      return [page.html.slice(page.html.indexOf('<main'), page.html.indexOf('</main>')), bytes]
    }
    const seen = await look()
    for (const order of ['SM.NO.DE.GR.AT.SE', 'DE.SM.SE.NO.AT.GR']) {
      const saved = await app.post(
        '/game/lineup',
        { intent: 'save', round: '2', order, later: '1' },
        { as: world.bjorn },
      )
      expect(saved.status).toBe(303)
      expect(await lineupsOf(app, 'bjorn')).toMatchObject({ 2: order, 3: order })
      expect(await look()).toEqual(seen)
    }
    await app.setClock(beforeFinal)
    expect((await look())[0], 'from the deadline on it may be seen').not.toEqual(seen[0])
    await app.post(
      '/game/lineup',
      { intent: 'save', round: '3', order: 'SE.AT.GR.DE.NO.SM' },
      { as: world.bjorn },
    )
  })

  test('of another season is a 404 page', async () => {
    const other = findBundledSeason(2026)
    if (!other) throw new Error('There is no season 2026')
    await loadSeason(app.db, other)
    await activateSeason(app.db, 2026)
    const [first] = other.rounds
    await app.setClock(new Date((first?.deadlineAt ?? 0) - 86_400_000).toISOString())
    const codes = [...other.entries]
      .sort((a, b) => a.priceTenths - b.priceTenths)
      .slice(0, 6)
      .map((entry) => entry.code)
    const { teamId } = await loginWithTeam(app, 'erik', { codes })
    await activateSeason(app.db, 2025)
    await app.setClock(between)
    expect((await results(world.anna, `?teamId=${teamId}`)).status).toBe(404)
    expect((await results(world.anna, `?teamId=${bjornsId}`)).status).toBe(200)
  })
})

test('a visitor without a session sees the sign-in card, and the .data response contains no team', async () => {
  await app.setClock(afterFinal)
  expect((await results(world.anna)).text).toContain('Anna’s lamps')
  const card = await app.get('/game/results')
  expect(card.status).toBe(401)
  expect(card.text).toContain('Authentication required')
  expect(card.html).not.toContain('Anna’s lamps')
})
