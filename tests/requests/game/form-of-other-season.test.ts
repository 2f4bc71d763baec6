import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settleRounds } from '#app/services/scoreboard/settle-rounds.server.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { openDump } from '#tests/support/database-dump.ts'
import { affordableCodes, before, lineupsOf, loginWithTeam, saveTeam } from '#tests/support/game-steps.ts'
import { fieldNamed, findSubmission, hrefOf, tagsOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** Forms that stayed open while another season was activated: they change nothing in the new one. */
let app: App
let dump: ReturnType<typeof openDump>
let gameId: number
let ada: Browser
let anna: Browser

beforeAll(async () => {
  app = await openApp({ now: before })
  const world = await openWorld(app)
  ada = world.ada
  gameId = world.contest.id
  const next = findBundledSeason(2026)
  if (!next) throw new Error('There is no season 2026')
  await loadSeason(app.db, next)
  anna = (await loginWithTeam(app, 'anna')).as
  dump = openDump(app.location)
})
beforeEach(async () => {
  await app.setClock(before)
  await activateSeason(app.db, 2025)
})
afterAll(async () => {
  await dump.close()
  await app.close()
})

/** Countries that take part in both seasons, affordable together in each. */
const inBothSeasons = ['SM', 'PT', 'ME', 'AZ', 'RS', 'DE']

const words =
  'Another season is being played This form belongs to the 2025 season. The 2026 season is being played now, so nothing was saved.'

const seasonIn = (page: PageResponse, button: string) =>
  Object.fromEntries(findSubmission(page.html, button)?.fields ?? []).season

/** Opens a page, lets the next season begin, and presses a button of the page with these changes. */
async function pressTooLate(as: Browser, path: string, button: string, changes: Record<string, string> = {}) {
  const page = await app.get(path, { as })
  expect(seasonIn(page, button)).toBe('2025')
  await activateSeason(app.db, 2026)
  const stored = await dump.read()
  const answer = await app.press(page, button, changes, { as })
  expect(answer.status).toBe(409)
  expect(answer.text).toContain(words)
  expect(await dump.read(), 'nothing is stored').toEqual(stored)
  return answer
}

describe('is refused with 409 and nothing is stored:', () => {
  test('a team, with its names and the countries that take part again kept; once more saves it', async () => {
    const as = await app.login('late')
    const names = { teamName: 'Too late', managerName: 'L.' }
    const answer = await pressTooLate(as, `/game/team?picks=${affordableCodes.join('.')}`, 'Save Team', names)
    expect(toastsOf(answer.html)).toEqual([words])
    expect(fieldNamed(answer.html, 'Team name')?.get('value')).toBe('Too late')
    expect(fieldNamed(answer.html, 'Manager name')?.get('value')).toBe('L.')
    expect(seasonIn(answer, 'Save Team'), 'the form is one of the new season').toBe('2026')
    const next = await app.press(answer, 'Save Team', {}, { as })
    expect(next.status).not.toBe(409)
  })

  test('a line-up, also of who has the same countries in the new season', async () => {
    await activateSeason(app.db, 2026)
    const { as } = await loginWithTeam(app, 'both', { codes: inBothSeasons })
    await activateSeason(app.db, 2025)
    expect((await saveTeam(app, as, { codes: inBothSeasons })).status).toBe(303)
    for (const who of [as, anna]) {
      await activateSeason(app.db, 2025)
      const answer = await pressTooLate(who, '/game/lineup?round=1', 'Save Lineup')
      expect(hrefOf(answer.html, 'Go on in the 2026 season')).toBe('/game/lineup')
    }
  })

  test('a league, and its name waits in the form of the new season', async () => {
    const name = { leagueName: 'Too late & more' }
    const answer = await pressTooLate(anna, '/game/leagues?dialog=create', 'Create League', name)
    const href = hrefOf(answer.html, 'Go on in the 2026 season')
    expect(href).toBe('/game/leagues?dialog=create&leagueName=Too+late+%26+more')
    expect(await app.db.selectFrom('leagues').selectAll().execute()).toEqual([])
  })

  test.each(['Save Player Scores', 'Compute Team Scores'])('%s', async (button) => {
    await app.setClock('2025-05-14T12:00:00Z')
    // The server does that by itself, at any time from now on.
    await settleRounds(app.db, { gameId, clock: demoClock })
    const answer = await pressTooLate(ada, '/admin?round=1', button)
    expect(hrefOf(answer.html, 'Go on in the 2026 season')).toBe('/admin')
    expect(await app.db.selectFrom('round_scores').selectAll().execute()).toEqual([])
    expect(await app.db.selectFrom('publications').selectAll().execute()).toEqual([])
  })
})

describe('a form that names another season', () => {
  const season = '2026'

  test('shows the active season at a step', async () => {
    const added = await app.post(
      '/game/team',
      { season, intent: 'add:AT', picks: '' },
      { as: await app.login('step') },
    )
    expect([added.status, added.location]).toEqual([303, '/game/team?picks=AT&focus=list%3AAT'])
    const moved = await app.post(
      '/game/lineup',
      { season, intent: 'up:GR', round: '1', order: affordableCodes.join('.') },
      { as: anna },
    )
    expect(moved.location).toContain('/game/lineup?round=1&order=GR.AT')
    const filled = await app.post(
      '/admin?index',
      { season, intent: 'fill', round: '9', version: '0', 'score-XX': '1' },
      { as: ada },
    )
    expect([filled.status, filled.location]).toEqual([303, '/admin'])
  })

  test('of a desk asks who it is first', async () => {
    const fields = { season, intent: 'save', round: '1', version: '0' }
    for (const options of [undefined, { as: anna }]) {
      const answer = await app.post('/admin?index', fields, options)
      expect([answer.status, answer.location]).toEqual([303, '/admin'])
      expect((await app.follow(answer, options)).status).toBe(options ? 403 : 401)
    }
  })

  test.each(['', 'x', '2025.0', '1e3', '99999', '2025,2025'])('as %j is no form of ours', async (wrong) => {
    const as = await app.login('wrong')
    const stored = await dump.read()
    const team = {
      intent: 'save',
      teamName: 'T',
      managerName: 'M',
      picks: affordableCodes.join('.'),
      season: wrong,
    }
    expect((await app.post('/game/team', team, { as })).status).toBe(400)
    expect(await dump.read()).toEqual(stored)
  })
})

test('a form without a season, from a page that was open before there was the field, is taken as before', async () => {
  const { as } = await loginWithTeam(app, 'old tab')
  const saved = await app.post(
    '/game/lineup',
    { intent: 'save', round: '1', order: [...affordableCodes].reverse().join('.') },
    { as },
  )
  expect(saved.status).toBe(303)
  expect((await lineupsOf(app, 'old tab'))[1]).toBe([...affordableCodes].reverse().join('.'))
  expect((await app.post('/game/leagues', { intent: 'create', leagueName: 'Old' }, { as })).status).toBe(303)
})

test('every form that saves for a season names it', async () => {
  const pages: readonly [string, Browser, string][] = [
    ['/game/team', anna, 'Save Team'],
    ['/game/lineup', anna, 'Save Lineup'],
    ['/game/leagues?dialog=create', anna, 'Create League'],
    ['/admin', ada, 'Save Player Scores'],
  ]
  for (const [path, as, button] of pages) {
    const page = await app.get(path, { as })
    expect(seasonIn(page, button), path).toBe('2025')
    expect(
      tagsOf(page.html, 'input').filter((input) => input.get('name') === 'season'),
      path,
    ).toHaveLength(1)
  }
})
