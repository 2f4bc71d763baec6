import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleRounds } from '#app/services/scoreboard/settle-rounds.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { before, between, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { findSubmission, hrefOf, textOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * What the own places would be (D41). Anna and Björn share a league, Carla plays alone. Norway, Portugal and Sweden sing in the
 * first semi-final, Austria in the second.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let anna: Browser
let annaId = 0
let bjorn: Browser
const onAir = '2025-05-13T20:45:00Z'

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  const own = await loginWithTeam(app, 'anna', {
    teamName: 'Anna’s lamps',
    codes: ['NO', 'PT', 'AT', 'DE', 'SM', 'GR'],
  })
  const mate = await loginWithTeam(app, 'bjorn', {
    teamName: 'Bastu',
    managerName: 'Björn the hidden',
    codes: ['SE', 'PT', 'LV', 'LT', 'ME', 'SI'],
  })
  await loginWithTeam(app, 'carla', { teamName: 'Carla', codes: ['SE', 'AT', 'GR', 'DE', 'LV', 'ME'] })
  anna = own.as
  bjorn = mate.as
  annaId = own.teamId
  await addLeague('Sofa Jury', [own.teamId, mate.teamId])
})
afterAll(() => app.close())

async function addLeague(leagueName: string, teamIds: readonly number[]) {
  const league = { gameId: world.contest.id, ownerId: 1, inviteSecret: leagueName, leagueName, now: 1 }
  const leagueId = await insertLeague(app.db, league)
  for (const teamId of teamIds) await insertMembership(app.db, { leagueId, teamId, now: 1 })
}

const ask = (query = '', as = anna) => app.get(`/game/what-if${query}`, { as })
const only = 'Choose whether Sweden is through.'
/** What the selects of points offer: values and words. */
const optionsOf = ({ html }: PageResponse) =>
  [...html.matchAll(/<option value="(\d*)"[^>]*>([^<]*)</g)]
    .map(([, value = '', words = '']) => `${value} ${words}`.trim())
    .filter((option) => /through$/i.test(option))
/** Where a press of a country's row leads; undefined where it cannot be pressed. */
const rowOf = ({ html }: PageResponse, country: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)]
    .find(([, , inside = '']) => textOf(inside).startsWith(`${country} `))?.[1]
    ?.replaceAll('&amp;', '&')
const press = (page: PageResponse, country: string) => app.get(rowOf(page, country) ?? '', { as: anna })
const lightsOf = ({ html }: PageResponse) => /aria-label="(Your lights: [^"]*)/.exec(html)?.[1]
const answerOf = ({ html }: PageResponse) =>
  textOf(/<section[^>]*aria-labelledby="answer"[\s\S]*?<\/section>/.exec(html)?.[0] ?? '')

test('before a show it leads to the line-up, signed out to the sign-in', async () => {
  expect((await ask('?country=SE&points=5')).location).toBe('/game/lineup')
  expect((await app.get('/game/what-if')).status).toBe(401)
  expect((await ask('', world.dora)).status).toBe(404)
})

test('before the first points there is nothing to change', async () => {
  await app.setClock(onAir)
  await settleRounds(app.db, { gameId: world.contest.id, clock: demoClock })
  const page = await ask('?country=SE&points=50')
  expect([page.status, page.text.includes('Once the first points are live')]).toEqual([200, true])
  expect((await app.get('/game/live', { as: anna })).text).not.toContain('What if')
})

describe('once points are live', () => {
  beforeAll(async () => {
    const desk = await app.get('/admin?round=1', { as: world.ada })
    const points = { 'score-NO': '50' }
    expect((await app.press(desk, 'Save and publish live', points, { as: world.ada })).status).toBe(303)
  })

  test('without a team it says how the evening stands, and what is still possible', async () => {
    const page = await ask('?country=SE&points=50', world.dora)
    expect(page.status).toBe(200)
    expect(page.text).toContain('As it stands Norway')
    expect(page.text).toContain(
      'You have no team You missed the first semi-final, so you have no points from there.',
    )
    expect(hrefOf(page.html, 'Create Your Team')).toBe('/game/team')
    expect(page.text).not.toContain('Team not found')
  })

  test('the live page leads to it, and its form asks by its address', async () => {
    const live = await app.get('/game/live', { as: anna })
    // Filled in with the country that the card is about.
    expect(live.html).toMatch(/<option value="[A-Z]{2}" selected="">(Portugal|San Marino)</)
    // Norway is through: nothing of it is open.
    expect(live.html).not.toMatch(/<option value="NO"/)
    expect(optionsOf(live)).toEqual(['50 Through', '0 Not through'])
    const asked = await app.press(live, 'Show', { country: 'PT', points: '50' }, { as: anna })
    expect(asked.status).toBe(200)
    expect(answerOf(asked)).toContain('Then you have 92.5 points, now 50')
    expect(asked.text).toContain('Portugal Through instead of waiting')
    const page = await ask()
    expect(page.text).toContain('Other qualifiers Press up to 5 countries. Norway through ')
    expect(page.text).not.toMatch(/Austria|Germany/)
    expect(answerOf(page)).toBe('')
    expect(page.html).not.toContain('<script')
  })

  test('the places then stand beside those of now', async () => {
    const page = await ask('?country=SE&points=50&country=NO&points=0')
    expect(page.status).toBe(200)
    expect(answerOf(page)).toBe(
      'Then you have 0 points, now 50 2nd Sofa Jury now 1st ▼ down 1 2 teams 3rd All 3 teams now 1st ▼ down 2',
    )
    expect(answerOf(await ask('?country=SE&points=50', bjorn))).toMatch(
      /^Then you have 50 points, now 0 1st Sofa Jury now 2nd ▲ up 1 2 teams, shared by 2 teams 1st All 3 teams now 2nd ▲ up 1 shared by 3 teams$/,
    )
    const live = await app.get('/game/live', { as: anna })
    expect(live.text).toContain('All 3 teams In the lead')
    // The lamps of this show, not of the line-up that is open.
    expect(lightsOf(page)).toMatch(/^Your lights: Norway through, Portugal sung,/)
    expect(lightsOf(page)).toBe(lightsOf(live))
  })

  test('every league of the team has its place, in the order it joined them', async () => {
    const names = ['Second', 'Third', 'Fourth', 'Fifth', 'Sixth']
    for (const leagueName of names) await addLeague(leagueName, [annaId])
    const places = [...answerOf(await ask('?country=SE&points=50')).matchAll(/1st (\w+)/g)]
    expect(places.map(([, word]) => word)).toEqual(['Sofa', ...names, 'All'])
  })

  test('whoever hides results is told so, here and beside the own six', async () => {
    await app.post('/hide-results', { intent: 'hide' }, { as: bjorn })
    const page = await ask('?country=SE&points=50', bjorn)
    expect([page.text.includes('Points are hidden'), answerOf(page)]).toEqual([true, ''])
    const live = await app.get('/game/live', { as: bjorn })
    expect(live.text).toContain('My six Hidden')
    expect(live.text).toContain('Through - ')
    for (const { text } of [page, live]) expect(text).not.toContain('No points yet')
    await app.post('/hide-results', { intent: 'show' }, { as: bjorn })
    expect(answerOf(await ask('?country=SE&points=50', bjorn))).toContain('50 points')
  })

  test('the same address shows everybody their own places, and nobody else’s name', async () => {
    const query = '?country=SE&points=50&country=&points=&country=PT&points=50'
    const [mine, theirs] = [await ask(query), await ask(query, bjorn)]
    expect(answerOf(mine)).not.toBe(answerOf(theirs))
    for (const { html } of [mine, theirs]) expect(html).not.toMatch(/Björn the hidden|Bastu|Carla/)
  })

  test.each([
    ['country=SE&points=-1', only],
    ['country=SE&points=300', only],
    ['country=SE&points=7', only],
    ['country=SE&points=050', only],
    ['country=SE', only],
    ['points=5', 'Choose a country for these points.'],
    ['country=AT&points=5', 'This country does not sing in this show.'],
    ['country=XX&points=5', 'This country does not sing in this show.'],
    [`country=${'A'.repeat(3000)}&points=5`, 'This country does not sing in this show.'],
    ['country=SE&points=50&country=SE&points=0', 'Sweden is listed twice.'],
    [
      'country=SE&points=0&country=NO&points=0&country=PT&points=0&country=SI&points=0&country=SM&points=0&country=EE&points=0',
      'At most 5 countries get other results at once.',
    ],
    [`${'country=SE&points=0&'.repeat(40)}x`, 'At most 5 countries get other results at once.'],
  ])('%s: 400 in words', async (query, text) => {
    const page = await ask(`?${query}`)
    expect(page.status).toBe(400)
    expect(toastsOf(page.html)).toEqual([`This could not be worked out ${text}`])
    expect(answerOf(page)).toBe('')
  })

  test('one press of a country is the other way round, a second one as it was', async () => {
    const sweden = await press(await ask(), 'Sweden')
    expect(answerOf(sweden)).toContain('Then you have 50 points, now 50')
    const both = await press(sweden, 'Norway')
    expect(answerOf(both)).toContain('Then you have 0 points, now 50')
    const norway = await press(both, 'Sweden')
    expect(norway.text).toContain('Norway Not through instead of through')
    expect(norway.text).toContain('Sweden waiting Ukraine')
    expect(answerOf(await press(norway, 'Norway'))).toBe('')
  })

  test('five are the most: then only those can be pressed', async () => {
    const codes = ['SE', 'PT', 'SI', 'SM', 'EE']
    const page = await ask(`?${codes.map((code) => `country=${code}&points=0`).join('&')}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('You have changed 5, the most at once')
    expect(rowOf(page, 'Sweden')).toContain('country=PT')
    expect(rowOf(page, 'Norway')).toBeUndefined()
  })

  test('what is no country or result is not written into the page', async () => {
    const markup = await ask(`?country=SE&points=${encodeURIComponent('"><b>')}`)
    expect(markup.html).not.toContain('"><b>')
  })

  test('with all who can be through, one press too many says what to press next', async () => {
    const desk = await app.get('/admin?round=1', { as: world.ada })
    const codes = ['AL', 'EE', 'IS', 'NL', 'NO', 'PL', 'PT', 'SM', 'SE', 'UA']
    const points = Object.fromEntries(codes.map((code) => [`score-${code}`, '50']))
    await app.press(desk, 'Save and publish live', points, { as: world.ada })
    const decided = await ask()
    expect(decided.text).toContain('Croatia not through')
    expect(decided.text).not.toContain('waiting')
    const page = await press(decided, 'Croatia')
    expect([page.status, toastsOf(page.html), answerOf(page)]).toEqual([200, [], ''])
    expect(page.text).toContain('with these it would be 11. Press one that does not get through. Albania')
    expect(answerOf(await press(page, 'Albania'))).toContain('Then you have')
  })

  test('a hundred fields more than a form has are refused', async () => {
    expect((await ask(`?${'country=&'.repeat(101)}`)).status).toBe(400)
  })
})

test('after the official results it leads to them', async () => {
  await app.setClock(between)
  await scoreRound(app, world, 1)
  expect((await ask('?country=SE&points=5')).location).toBe('/game/results?round=1')
})

describe('in the final, whose points are live,', () => {
  beforeAll(async () => {
    await app.setClock('2025-05-17T22:15:00Z')
    for (const round of [1, 2]) await scoreRound(app, world, round)
    await settleRounds(app.db, { gameId: world.contest.id, clock: demoClock })
    const desk = await app.get('/admin?round=3', { as: world.ada })
    const points = { 'score-AT': '258', 'score-SE': '126' }
    expect((await app.press(desk, 'Save and publish live', points, { as: world.ada })).status).toBe(303)
  })

  test('a country gets any points', async () => {
    const live = await app.get('/game/live', { as: anna })
    expect(live.html).toMatch(/name="points"[^>]*value="300"/)
    const page = await ask('?country=AT&points=436&country=DE&points=151')
    expect(answerOf(page)).toContain('Then you have')
    expect(page.text).toContain('Austria 436 instead of 258 Sweden 126')
    expect(page.text).not.toContain('through')
    const opened = await press(page, 'Sweden')
    const fields = findSubmission(opened.html, 'Work it out')?.fields ?? []
    expect(fields.pop()).toEqual(['points', ''])
    const asked = await ask(`?${new URLSearchParams([...fields, ['points', '400']])}`)
    expect([asked.status, asked.text.includes('Sweden 400 instead of 126')]).toEqual([200, true])
    expect(answerOf(asked)).toContain('Then you have')
    const again = await press(asked, 'Austria')
    expect(again.html).toMatch(/name="points"[^>]*value="436"/)
    expect(hrefOf(again.html, 'Undo the change of Austria')).toBe(
      '/game/what-if?country=DE&points=151&country=SE&points=400',
    )
  })

  test.each(['-1', '1.5', '10000', 'many', ''])('but not %j', async (points) => {
    const page = await ask(`?country=AT&points=${points}`)
    const text = 'Austria needs a whole number from 0 to 9999.'
    expect([page.status, toastsOf(page.html)]).toEqual([400, [`This could not be worked out ${text}`]])
    expect(page.html).toMatch(new RegExp(`name="points"[^>]*value="${points}"`))
  })
})
