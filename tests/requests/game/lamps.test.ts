import { afterAll, beforeAll, expect, test } from 'vitest'
import { bumpVersion } from '#db/versions.server.ts'
import { type App, openApp } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { before, beforeFinal, between, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * The six lamps at the top of the game's pages: one order everywhere, that of the line-up for the next show. Norway sings
 * in the first semi-final, Austria, Czechia and Latvia in the second; Germany and Italy are in the final by right. Latvia
 * is through, Czechia fails.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let anna: Browser
const team = ['DE', 'AT', 'IT', 'CZ', 'NO', 'LV']
const pages = [
  '/game',
  '/game/lineup',
  '/game/leagues',
  '/game/history',
  '/game/notifications',
  '/game/account',
  '/game/time-zone',
  '/game/leagues?leagueId=1&invite=nobody-gave-this-link-1',
]

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  anna = (await loginWithTeam(app, 'anna', { codes: team })).as
})
afterAll(() => app.close())

/** The flags under the lamps in order, and the countries that are lit. */
async function lampsOf(path: string): Promise<string> {
  const { html } = await app.get(path, { as: anna })
  const [art = '', lit = ''] =
    /<svg[^>]*aria-label="(?:Your lights: ([^";]*)[^"]*|Six stage lamps, all off)".*?<\/svg>/s.exec(html) ??
    []
  const flags = [...art.matchAll(/\/flags-[\d.]+\/([A-Z]{2})\.svg/g)].map(([, code]) => code)
  return `${flags.join('.')} ${lit}`
}

async function expectEverywhere(lamps: string, paths: readonly string[] = pages) {
  for (const path of paths) expect(await lampsOf(path), path).toBe(lamps)
}

test('an automatic line-up has singers first, on every page', async () => {
  await expectEverywhere('NO.DE.AT.IT.CZ.LV Norway')
  expect(await lampsOf('/game/team')).toBe(
    'NO.DE.AT.IT.CZ.LV Norway, Germany, Austria, Italy, Czechia, Latvia',
  )
})

test('the team page lights a newly picked country after the others', async () => {
  expect(await lampsOf('/game/team?picks=SE.DE.NO')).toBe('NO.DE.SE Norway, Germany, Sweden')
})

test('a saved order is the order of the lamps, until its show begins', async () => {
  const order = 'LV.NO.IT.DE.CZ.AT'
  await app.post('/game/lineup', { intent: 'save', round: '1', order }, { as: anna })
  await expectEverywhere(`${order} Norway`)
  expect(await lampsOf('/game/team')).toMatch(order)

  await app.setClock(between)
  await expectEverywhere('AT.CZ.LV.DE.IT.NO Austria, Czechia, Latvia')
})

test('in the final those that are out are last and off, and after it the order stays', async () => {
  await scoreRound(app, world, 1)
  await app.setClock(beforeFinal)
  await scoreRound(app, world, 2)
  const lamps = 'DE.AT.IT.NO.LV.CZ Germany, Austria, Italy, Norway, Latvia, Czechia out'
  await expectEverywhere(lamps)
  await app.setClock('2025-05-18T08:00:00Z')
  await expectEverywhere(
    'DE.AT.IT.NO.LV.CZ Germany waiting, Austria waiting, Italy waiting, Norway waiting, Latvia waiting, Czechia out',
    pages.filter((path) => path !== '/game/lineup'),
  )
})

test('without a team, and without a season, all lamps are off', async () => {
  const { as } = { as: world.dora }
  expect((await app.get('/game/account', { as })).html).toContain('Six stage lamps, all off')
  await app.db.updateTable('games').set({ is_active: 0 }).execute()
  await bumpVersion(app.db, 'game')
  for (const path of ['/game/account', '/game/notifications'])
    expect((await app.get(path, { as: anna })).html, path).toContain('Six stage lamps, all off')
})
