import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { type App, openApp } from '#tests/support/app.ts'
import { addArticle } from '#tests/support/articles.ts'
import type { Browser } from '#tests/support/browser.ts'
import { afterEnd, before, between, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { findStrayControls, findTouchingWords, findWordlessControls } from '#tests/support/plain-text.ts'
import { openWorld } from '#tests/support/world.ts'

/** Pages as text browsers show them (docs/browsers.md): words are words without styles, a button says what it does, and
 * stands in the form that it sends: they do not know the attribute `form`. */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let visitors: Record<string, Browser | undefined>
const onAir = '2025-05-13T20:45:00Z'

beforeAll(async () => {
  app = await openApp({ now: before, sendsMails: true })
  world = await openWorld(app)
  await addArticle(app, { title: 'Who sings when' })
  const anna = await loginWithTeam(app, 'anna', { teamName: 'Lamps', managerName: 'Anna' })
  const bjorn = await loginWithTeam(app, 'bjorn', { teamName: 'Bastu', managerName: 'Björn' })
  const common = { gameId: world.contest.id, inviteSecret: 'sofa', now: 1 }
  const leagueId = await insertLeague(app.db, { ...common, ownerId: 1, leagueName: 'Sofa Jury' })
  for (const { teamId } of [anna, bjorn]) await insertMembership(app.db, { leagueId, teamId, now: 1 })
  visitors = { 'a stranger': undefined, anna: anna.as, dora: world.dora, ada: world.ada }
})
afterAll(() => app.close())

const game = ['/game', '/game/results', '/game/leagues', '/game/countries', '/game/compare?team=2']

test.each([
  [
    'a stranger',
    before,
    ['/', '/?dialog=cookies', '/songs', '/news', '/news/1-hello', '/terms-of-service', '/api'],
  ],
  ['a stranger', before, ['/game', '/game/lineup', '/auth/sign-in', '/nowhere', '/demo/mail']],
  ['anna', before, [...game, '/game/lineup', '/game/team', '/game/team?details=SE', '/game?dialog=rules']],
  ['anna', before, ['/game/leagues?dialog=create', '/game/leagues?dialog=log', '/game/screen?leagueId=1']],
  ['anna', before, ['/game/history', '/game/account', '/game/account/delete', '/game/time-zone']],
  ['anna', before, ['/game/notifications']],
  ['dora', before, ['/game', '/game/team?picks=AT.EE', '/game/leagues']],
  [
    'ada',
    before,
    [
      '/admin',
      '/admin/news',
      '/admin/news/new',
      '/admin/news/1',
      '/admin/desk?round=1',
      '/admin/desk?round=3',
    ],
  ],
  ['anna', onAir, ['/', '/game', '/game/live', '/game/what-if', '/game/lineup']],
  ['anna', between, [...game, '/game/lineup?round=2&order=NO.AT.GR.DE.SM.PT&switch=3']],
  ['anna', afterEnd, [...game, '/game/lineup', '/game/team']],
])(
  '%s at %s: no two words run together; each button has its words, and stands in its form',
  async (who, now, paths) => {
    await app.setClock(now)
    if (now === between) await scoreRound(app, world, 1)
    for (const path of paths) {
      const { html } = await app.get(path, { as: visitors[who] })
      expect(html, path).toContain('</h1>')
      const found = [findTouchingWords(html), findWordlessControls(html), findStrayControls(html)]
      expect(found, path).toEqual([[], [], []])
    }
  },
)

test('the way through the site is there once', async () => {
  const { html } = await app.get('/', { as: visitors.anna })
  expect(html.match(/Sign Out|>Home </g)).toEqual(['>Home <', 'Sign Out'])
})
