import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import { afterFinal, before, between, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { hrefOf, textOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * Movement since the previous computed round, and the link to the own row. Anna's countries score in the first semi-final,
 * Björn's twice that in the second; twelve fans are between them.
 */
const annas = ['AL', 'NO', 'PT', 'SM', 'EE', 'HR']
const bjorns = ['CZ', 'LT', 'LV', 'GE', 'ME', 'RS']
const fans = ['AZ', 'SI', 'CY', 'BE', 'AU', 'IE']

let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let leagueId: number
let bjorn: Awaited<ReturnType<typeof loginWithTeam>>
/** Behind a page of others. */
let lastFan: typeof bjorn

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  await app.setClock(before)
  const anna = await loginWithTeam(app, 'anna', { teamName: 'Annas six', codes: annas })
  const teamIds = [anna.teamId]
  for (let n = 1; n <= 12; n += 1) {
    lastFan = await loginWithTeam(app, `fan ${n}`, { teamName: `Fan ${n}`, codes: fans })
    teamIds.push(lastFan.teamId)
  }
  bjorn = await loginWithTeam(app, 'björn', { teamName: 'Björns six', codes: bjorns })
  const owner = await app.db
    .selectFrom('teams')
    .select('manager_id as ownerId')
    .where('id', '=', anna.teamId)
    .executeTakeFirstOrThrow()
  leagueId = await insertLeague(app.db, {
    gameId: world.contest.id,
    ...owner,
    leagueName: 'The sofa',
    inviteSecret: 'the-link-of-the-sofa-123',
    now: 1,
  })
  for (const teamId of [...teamIds, bjorn.teamId])
    await insertMembership(app.db, { leagueId, teamId, now: 1 })
})
afterAll(() => app.close())

/** The rows of the page's table as text: 'rank movement team points'. */
function rows({ html }: PageResponse): string[] {
  const [table = ''] = /<table[^>]*>[\s\S]*?<\/table>/.exec(html) ?? []
  return table
    .split('<tr')
    .slice(2)
    .map((row) => textOf(`<tr${row}`))
}

const board = (query = '') => app.get(`/game${query}`, { as: bjorn.as })
const league = (query = '') => app.get(`/game/leagues?leagueId=${leagueId}${query}`, { as: bjorn.as })

describe('before anything is computed', () => {
  test('the own row stands beneath the page, in league and world', async () => {
    expect(rows(await board()).at(-1)).toBe('- Björns six You -')
    expect(rows(await league()).at(-1)).toMatch(/^- Björns six You .* -$/)
    expect(hrefOf((await board()).html, 'Go to your row')).toBeUndefined()
  })
})

describe('after the first round', () => {
  beforeAll(async () => {
    await app.setClock(between)
    await scoreRound(app, world, 1, { AL: 50 })
  })

  test('nobody has moved, because there is no round before', async () => {
    for (const page of [await board(), await league()]) {
      expect(rows(page)[0]).toMatch(/^1 Annas six .*50$/)
      expect(page.text).not.toMatch(/\b(up|down) \d|unchanged/)
    }
  })

  test('a press leads to the page with the own row, and is gone there', async () => {
    for (const page of [await board(), await league()]) {
      const href = hrefOf(page.html, 'Go to your row') ?? ''
      expect(href).toContain('page=2')
      const own = await app.get(href, { as: bjorn.as })
      expect(own.html.match(/<tr class="[^"]*bg-spot-wash/g)).toHaveLength(1)
      expect(own.html).not.toContain('<tbody class=')
      expect(hrefOf(own.html, 'Go to your row')).toBeUndefined()
    }
  })
})

describe('after the second round', () => {
  beforeAll(async () => {
    await app.setClock(afterFinal)
    await scoreRound(app, world, 2, { CZ: 100 })
  })

  test('the table says who climbed, who fell and who stayed, everywhere alike', async () => {
    for (const page of [await board(), await league()]) {
      expect(page.text).toContain('Rank Team, moves since the first semi-final Points')
      expect(rows(page)[0]).toMatch(/^1 up 1 Björns six You .*100$/)
      expect(rows(page)[1]).toMatch(/^2 down 1 Annas six .*50$/)
      expect(rows(page)[2]).toMatch(/^3 down 1 Fan 1 .*shared by 12 (6 out )?0$/)
    }
  })

  test('so does the own standing on the dashboard', async () => {
    expect((await board()).text).toContain('Global rank # 1 top 8% · ▲ up 1')
  })
})

test('while points are live the own row beneath the page moves since the press before, like the others', async () => {
  for (const points of [{ AZ: '400' }, { AZ: '401' }]) {
    const desk = await app.get('/admin?round=3', { as: world.ada })
    const scores = Object.entries(points).map(([code, score]) => [`score-${code}`, score])
    const press = Object.fromEntries(scores)
    expect((await app.press(desk, 'Save and publish live', press, { as: world.ada })).status).toBe(303)
  }
  for (const path of ['/game', `/game/leagues?leagueId=${leagueId}`]) {
    const page = await app.get(path, { as: lastFan.as })
    expect(page.text).toMatch(/Team, moves since \d\d:\d\d Points/)
    expect(rows(page).at(-1)).toMatch(/^1 = unchanged Fan 12 You /)
  }
})

describe('after a round that changes nothing', () => {
  test('everybody is unchanged', async () => {
    await scoreRound(app, world, 3, {})
    for (const page of [await board(), await league()]) {
      expect(rows(page)[0]).toMatch(/^1 = unchanged Björns six/)
    }
    expect((await board()).text).toContain('top 8% · = unchanged')
  })
})
