import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { before, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { textOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * The page of the evening in a final (D41), with numbers that were worked out by hand. All countries of the three teams qualified.
 * With those first that sing, Anna has 50 × (1 + 0.85 + 0.85) + 50 × (1 + 0.85) = 227.5 points from the semi-finals, Björn 135 + 135,
 * Carla 50 + 170. In the final Norway gives Anna 100 percent of its points, Björn 85, and Carla nothing.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let anna: Browser
const teamIds = { anna: 0, bjorn: 0, carla: 0 }
const finalOnAir = '2025-05-17T21:45:00Z'

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  const own = await loginWithTeam(app, 'anna', {
    codes: ['NO', 'PT', 'AT', 'DE', 'SM', 'GR'],
    teamName: 'Lamps',
  })
  const bjorn = await loginWithTeam(app, 'bjorn', {
    codes: ['PT', 'NO', 'SE', 'LV', 'LT', 'ME'],
    teamName: 'Bastu',
  })
  const carla = await loginWithTeam(app, 'carla', {
    codes: ['SM', 'AT', 'GR', 'DE', 'LV', 'ME'],
    teamName: 'Curtain',
  })
  anna = own.as
  Object.assign(teamIds, { anna: own.teamId, bjorn: bjorn.teamId, carla: carla.teamId })
  await addLeague('Sofa Jury', [teamIds.anna, teamIds.bjorn])
  await addLeague('Kitchen', [teamIds.anna, teamIds.carla])
  await addLeague('Alone', [teamIds.anna])
  await app.setClock(finalOnAir)
  await scoreRound(app, world, 1, { NO: 50, PT: 50, SM: 50, SE: 50 })
  await scoreRound(app, world, 2, { AT: 50, GR: 50, LV: 50, LT: 50, ME: 50 })
})
afterAll(() => app.close())

async function addLeague(leagueName: string, members: readonly number[]) {
  const input = { gameId: world.contest.id, ownerId: 1, inviteSecret: leagueName, leagueName, now: 1 }
  const leagueId = await insertLeague(app.db, input)
  for (const teamId of members) await insertMembership(app.db, { leagueId, teamId, now: 1 })
}

async function publishLive(points: Record<string, string>) {
  const desk = await app.get('/admin?round=3', { as: world.ada })
  const scores = Object.entries(points).map(([code, value]) => [`score-${code}`, value])
  const answer = await app.press(desk, 'Save and publish live', Object.fromEntries(scores), { as: world.ada })
  expect(answer.status).toBe(303)
}

const live = (as = anna) => app.get('/game/live', { as })

const cardOf = ({ html }: PageResponse, id: string) =>
  textOf(new RegExp(`<section[^>]*aria-labelledby="${id}"[\\s\\S]*?</section>`).exec(html)?.[0] ?? '')

test('the points that the own first country needs are told for each league that it can win, the nearest first', async () => {
  // Anna 227.5 + 20 + 8.5 + 21 = 277, Björn 270 + 10 + 17 + 49 + 3.5 = 349.5, Carla 220 + 21 + 49 + 3.5 = 293.5.
  await publishLive({ NO: '20', PT: '10', DE: '30', LV: '70', ME: '5' })
  const page = await live()
  expect(cardOf(page, 'my-leagues')).toMatch(/Sofa Jury 72\.5 to 1st .* Kitchen 16\.5 to 1st/)
  // 16.5 / 1 and 72.5 / 0.15, rounded up; in the league of one she leads.
  expect(cardOf(page, 'chances')).toMatch(
    /^Norway decides Points it still needs, if no other country gets any: 17 1st in Kitchen 484 1st in Sofa Jury 484 1st of all teams What if /,
  )
})

test('with those points the place is reached, and the rest is needed in the other league', async () => {
  // Anna 294, Björn 363.95, Carla 293.5.
  await publishLive({ NO: '37', PT: '10', DE: '30', LV: '70', ME: '5' })
  const page = await live()
  expect(cardOf(page, 'my-leagues')).toMatch(/Sofa Jury 69\.95 to 1st .* Kitchen In the lead/)
  expect(cardOf(page, 'chances')).toMatch(
    /^Norway decides .*: 467 1st in Sofa Jury 467 1st of all teams What if /,
  )
})

test('nothing is told to a leader, nor of a place that takes more than 500 points', async () => {
  const leader = await live(await app.login('bjorn'))
  expect(cardOf(leader, 'chances')).toMatch(/^Other points What if /)
  // Björn 370.95: 76.95 / 0.15 = 513 points.
  await publishLive({ NO: '37', PT: '10', DE: '30', LV: '80', ME: '5' })
  expect(cardOf(await live(), 'chances')).toMatch(/^Norway decides .*: 7 1st in Kitchen What if /)
})

test('every league has its strip, and the first five their first teams', async () => {
  for (const name of ['Fourth', 'Fifth', 'Sixth', 'Seventh']) await addLeague(name, [teamIds.anna])
  const page = await live()
  expect(page.html.match(/href="\/game\/leagues\?leagueId=\d+"/g)).toHaveLength(7)
  const card = cardOf(page, 'my-leagues')
  expect(card).toMatch(/Sofa Jury .* Kitchen .* Alone .* Fourth .* Fifth .* Sixth .* Seventh /)
  expect(card.match(/\(you\)/g)).toHaveLength(5)
  expect(card.slice(card.indexOf('Sixth'))).toMatch(/^Sixth In the lead .* Seventh In the lead /)
})

test("a country that has its viewers' points decides nothing more: the next own one does, and at the end none", async () => {
  // Of the juries, 58 points for each of the 37 countries. Carla leads by Latvia; Portugal is Anna's second and not Carla's.
  const juries = { NO: '37', PT: '100', DE: '30', LV: '400', ME: '5', FR: '1574' }
  await publishLive(juries)
  expect(cardOf(await live(), 'chances')).toMatch(/^Norway decides /)
  await publishLive({ ...juries, NO: '47' })
  expect(cardOf(await live(), 'chances')).toMatch(
    /^Portugal decides Points it still needs, .*: 170 1st in Kitchen /,
  )
  await publishLive({ ...juries, NO: '47', PT: '101' })
  expect(cardOf(await live(), 'chances')).toMatch(/^Other points What if /)
})

test('the card of the dashboard has no points and places from before the final for who hides it', async () => {
  const carla = await app.login('carla')
  const card = async () => cardOf(await app.get('/game', { as: carla }), 'live-now')
  expect(await card()).toMatch(/^Live now Grand final Points [\d.]+ Rank # ?2 Kitchen 1 ?st Open live$/)
  await app.post('/hide-results', { intent: 'hide' }, { as: carla })
  await app.post('/hide-results', { intent: 'reveal', year: '2025', round: '1' }, { as: carla })
  expect(await card()).toBe('Live now Grand final Open live')
})
