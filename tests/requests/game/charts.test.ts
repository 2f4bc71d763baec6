import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { type App, openApp } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { affordableCodes, afterFinal, before, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { textOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * The charts with the real results of 2025: what their names say, their tables, and that as many marks and lines are drawn. Anna's
 * league has eight teams; the final was published in three presses before it was official.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let anna: Browser

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  const teams = [await loginWithTeam(app, 'anna', { teamName: 'Lamps', codes: [...affordableCodes] })]
  anna = teams[0]?.as ?? world.anna
  const sixes = [
    ['AT', 'IL', 'EE', 'GR', 'LV', 'PT'],
    ['SE', 'AT', 'GR', 'DE', 'NO', 'SM'],
    ['FR', 'CH', 'IS', 'LV', 'LT', 'ME'],
  ]
  for (let n = 1; n <= 7; n += 1)
    teams.push(await loginWithTeam(app, `fan${n}`, { teamName: `Fan ${n}`, codes: sixes[n % 3] ?? [] }))
  const gameId = world.contest.id
  const league = { gameId, ownerId: 1, leagueName: 'Sofa', inviteSecret: 'sofa', now: 1 }
  const leagueId = await insertLeague(app.db, league)
  for (const { teamId } of teams) await insertMembership(app.db, { leagueId, teamId, now: 1 })
  await app.setClock(afterFinal)
  await scoreRound(app, world, 1)
})
afterAll(() => app.close())

async function publishLive(points: Record<string, number>) {
  const desk = await app.get('/admin?round=3', { as: world.ada })
  const fields = world.contest.entries.map(({ code }) => [`score-${code}`, String(points[code] ?? 0)])
  const saved = await app.press(desk, 'Save and publish live', Object.fromEntries(fields), { as: world.ada })
  expect(saved.status).toBe(303)
}

/** A card of a page by the id of its heading, and its chart. */
async function openCard(path: string, id: string, as = anna) {
  const page = await app.get(path, { as })
  const html =
    new RegExp(`<section[^>]*aria-labelledby="${id}"[\\s\\S]*?</section>`).exec(page.html)?.[0] ?? ''
  const count = (tag: string) => html.split(`<${tag} `).length - 1
  const rows = html.split('</tr>').slice(1, -1).map(textOf)
  return { page, html, count, rows, name: / role="img" aria-label="([^"]*)"/.exec(html)?.[1] }
}

test('before its results a page has no chart', async () => {
  expect((await openCard('/game/leagues', 'season')).html).toBe('')
  expect((await openCard('/game/results?round=1', 'evening')).html).toBe('')
  await scoreRound(app, world, 2)
  expect((await openCard('/game/countries?round=2', 'prices')).html).toBe('')
})

test('the rank through the evening has a mark and a row for each press', async () => {
  await publishLive({ SE: 100 })
  await publishLive({ SE: 100, NO: 200, DE: 100, GR: 90 })
  await publishLive({ SE: 100, NO: 200, DE: 100, GR: 90, LV: 500, FR: 500 })
  const card = await openCard('/game/results', 'evening')
  expect(card.name).toMatch(/^From #\d at \d\d:\d\d to #\d at \d\d:\d\d, best #\d, worst #\d$/)
  expect(card.rows).toHaveLength(3)
  const rank = /Global rank (#\d)/.exec(card.page.text)?.[1]
  expect(card.rows.at(-1)).toMatch(new RegExp(`^\\d\\d:\\d\\d ${rank}$`))
  expect(new Set(card.rows.map((row) => row.slice(-2))).size).toBeGreaterThan(1)
  expect(card.count('circle')).toBe(3)
  expect(card.html).toContain('<caption')
})

test('countries stand by their price and points, the best bargain is named, and the table has the numbers', async () => {
  await scoreRound(app, world, 3)
  const card = await openCard('/game/countries', 'prices')
  expect(card.name).toBe(
    'Best bargain: Latvia, 158 points for 5M. That is 31.6 points per million; the average is 10.9.',
  )
  expect(textOf(card.html)).toContain(card.name)
  expect(card.count('circle')).toBe(26)
  expect(card.html).toContain('<title>Latvia: 5M, 158 points</title>')
  expect(card.html).not.toContain('Belgium')
  expect(card.page.text).toMatch(/All numbers are in the table below\. .*Latvia.*158/)
})

test('a league’s places are lines: those of the first teams and the own one, each with its places in the table', async () => {
  const card = await openCard('/game/leagues', 'season')
  expect(card.rows).toHaveLength(6)
  expect(textOf(card.html)).toContain('6 of 8 teams: the top ones and yours')
  const own = card.rows.find((row) => row.startsWith('Lamps'))
  expect(own).toMatch(/^Lamps \dth|\dst|\dnd|\drd/)
  const [first, second, final] = own?.replace('Lamps ', '').split(' ') ?? []
  expect(card.name).toMatch(/ leads?\. Your places: /)
  expect(card.name).toContain(
    `Your places: ${first} after Semi 1, ${second} after Semi 2, ${final} after Final`,
  )
  expect(card.page.text).toContain(`Lamps (you)`)
  // Two stretches for each team, and the three rounds.
  expect(card.count('line')).toBe(6 * 2 + 3)
  expect(card.html).toContain('stroke-dasharray')
})

test('hidden results are in no chart', async () => {
  await app.post('/hide-results', { intent: 'hide' }, { as: anna })
  const paths = [
    ['/game/countries', 'prices'],
    ['/game/results', 'evening'],
    ['/game/leagues', 'season'],
  ] as const
  for (const [path, id] of paths) expect((await openCard(path, id)).html, path).toBe('')
})
