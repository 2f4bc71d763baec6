import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { between, loginWithTeam } from '#tests/support/game-steps.ts'
import { openWorld } from '#tests/support/world.ts'

/** Names that are read from right to left, on every page that shows them (D7). */
const names = { teamName: 'שישה אורות 6!', managerName: 'עדה ל. (1)' }
const leagueName = 'ליגת הספה 12.'

let app: App
let as: Browser
let other: number
let league: number
let inviteSecret: string
let guest: Browser

beforeAll(async () => {
  app = await openApp()
  await openWorld(app)
  await app.setClock('2025-05-10T12:00:00Z')
  as = (await loginWithTeam(app, 'reader', names)).as
  const rival = await loginWithTeam(app, 'rival', names)
  other = rival.teamId
  await app.post('/game/leagues', { intent: 'create', leagueName }, { as })
  const row = await app.db.selectFrom('leagues').selectAll().executeTakeFirstOrThrow()
  league = row.id
  inviteSecret = row.invite_secret
  guest = (await loginWithTeam(app, 'guest')).as
  const invite = { leagueId: String(league), invite: row.invite_secret, intent: 'join' }
  await app.post('/game/leagues', invite, { as: rival.as })
  await app.setClock(between)
})
afterAll(() => app.close())

/** Where a name is text that nothing isolates, neither an element nor FSI: what stands before it. */
function listUnisolated(html: string): string[] {
  return [names.teamName, names.managerName, leagueName].flatMap((name) =>
    html
      .replace(/<script\b.*?<\/script>/gs, '')
      .split(name)
      .slice(0, -1)
      .filter((before) => before.lastIndexOf('>') > before.lastIndexOf('<'))
      .filter((before) => !/(?:<(?:bdi|\w+ [^<>]*dir="auto")[^<>]*>|\u2068)$/.test(before))
      .map((before) => before.slice(-60)),
  )
}

test('every page with somebody’s name isolates its direction', async () => {
  const paths = [
    '/game',
    '/game/live',
    '/game/leagues',
    '/game/results',
    '/game/history',
    '/game/account',
    '/game/countries',
    '/game/what-if',
    `/game/results?teamId=${other}`,
    `/game/compare?team=${other}`,
    `/game/screen?leagueId=${league}`,
    `/game/leagues?leagueId=${league}&dialog=delete`,
    `/game/leagues?leagueId=${league}&dialog=remove&teamId=${other}`,
    `/game/leagues?leagueId=${league}&dialog=hand-over&teamId=${other}`,
    '/game/account/delete',
  ]
  const inviteOfGuest = `/game/leagues?leagueId=${league}&invite=${inviteSecret}`
  const pages = await Promise.all([
    ...paths.map(async (path) => [path, await app.get(path, { as })] as const),
    app.get(inviteOfGuest, { as: guest }).then((page) => [inviteOfGuest, page] as const),
    app.get(`/join/${league}-${inviteSecret}`).then((page) => ['/join', page] as const),
  ])
  expect(pages.filter(([, { status }]) => status !== 200).map(([path]) => path)).toEqual([])
  const found = pages.flatMap(([path, { html }]) => listUnisolated(html).map((each) => `${path}: ${each}`))
  expect(found).toEqual([])
  expect(
    pages.filter(([, { html }]) => html.includes(`<bdi translate="no">${names.teamName}`)).length,
  ).toBeGreaterThan(4)
  expect(
    pages.filter(([, { html }]) => html.includes('\u2068')).length,
    'with a name in a label or a title',
  ).toBe(5)
})
