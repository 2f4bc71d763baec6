import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import {
  affordableCodes,
  afterFinal,
  before,
  between,
  loginWithTeam,
  scoreRound,
} from '#tests/support/game-steps.ts'
import { attributesOf, hrefOf, textOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * The dashboard's Global Top 100 (D5): 104 teams named by joining order, Anna's is the last. Fan 1 to 100 have the same
 * entries; three expensive teams lead; Anna's cheap entries score least.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
const cheap = ['HR', 'AZ', 'SI', 'ME', 'CY', 'GE']

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  for (let n = 1; n <= 103; n += 1) {
    const managerId = await ensureManager(app.db, { issuer: 'test', subject: `fan ${n}`, now: n })
    const codes = n <= 100 ? affordableCodes : ['AT', 'IL', 'EE', 'GR', 'LV', 'PT']
    const wanted = { teamName: `Fan ${n}`, managerName: `Secret ${n}`, codes }
    expect(await saveTeam(app.db, { managerId, input: wanted, clock: demoClock })).toMatchObject({ ok: true })
  }
  await loginWithTeam(app, 'anna', { teamName: 'Anna’s lamps', codes: cheap })
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

const board = (query = '', as = world.anna) => app.get(`/game${query}`, { as })

/** The rows of the table as text: 'rank team points'. */
function rows(page: PageResponse): string[] {
  const [table = ''] = /<table[^>]*>[\s\S]*?<\/table>/.exec(page.html) ?? []
  return table
    .split('<tr')
    .slice(2)
    .map((row) => textOf(`<tr${row}`))
}

/** The page numbers on offer, the current one in brackets. */
function pages(page: PageResponse): string[] {
  const [, nav = ''] =
    /<nav[^>]*aria-label="Pages of the ranking"[^>]*>([\s\S]*?)<\/nav>/.exec(page.html) ?? []
  const links = [...nav.matchAll(/<a(\s[^>]*)>([\s\S]*?)<\/a>/g)]
  return links.flatMap(([, opening = '', inside = '']) => {
    const number = /^Page (\d+)$/.exec(textOf(inside))?.[1]
    if (!number) return []
    return attributesOf(opening).get('aria-current') === 'page' ? [`[${number}]`] : [number]
  })
}

describe('before anything is computed', () => {
  test("teams stand in joining order without rank and points: 'No ranking available yet'", async () => {
    const page = await board()
    expect(page.text).toContain('Global Top 100 No ranking available yet')
    expect(rows(page)).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `- Fan ${i + 1} -`),
      '- Anna’s lamps You -',
    ])
    expect(page.text).toContain('Total points - Global rank - Budget left')
    expect(hrefOf(page.html, 'Fan 1'), 'no results to see yet').toBeUndefined()
  })

  test('from the first deadline on a team name leads to its results', async () => {
    await app.setClock(between)
    const page = await board()
    const fan = await app.db
      .selectFrom('teams')
      .select('id')
      .where('team_name', '=', 'Fan 1')
      .executeTakeFirstOrThrow()
    expect(hrefOf(page.html, 'Fan 1')).toBe(`/game/results?teamId=${fan.id}`)
  })
})

describe('ten teams per page and at most three page numbers', () => {
  test.each([
    ['', ['[1]', '2', '3'], 'Fan 1', undefined, '?page=2'],
    ['?page=2', ['1', '[2]', '3'], 'Fan 11', '?page=1', '?page=3'],
    ['?page=5', ['4', '[5]', '6'], 'Fan 41', '?page=4', '?page=6'],
    ['?page=10', ['8', '9', '[10]'], 'Fan 91', '?page=9', undefined],
    ['?page=11', ['[1]', '2', '3'], 'Fan 1', undefined, '?page=2'],
    ['?page=0', ['[1]', '2', '3'], 'Fan 1', undefined, '?page=2'],
    ['?page=-1', ['[1]', '2', '3'], 'Fan 1', undefined, '?page=2'],
    ['?page=x', ['[1]', '2', '3'], 'Fan 1', undefined, '?page=2'],
    ['?page=2&page=3', ['[1]', '2', '3'], 'Fan 1', undefined, '?page=2'],
    ['?page=%00', ['[1]', '2', '3'], 'Fan 1', undefined, '?page=2'],
  ])('%j', async (query, numbers, first, previous, next) => {
    const page = await board(query)
    expect(page.status).toBe(200)
    expect(rows(page)).toHaveLength(11)
    expect(rows(page)[0]).toBe(`- ${first} -`)
    expect(pages(page)).toEqual(numbers)
    const end = (name: string) => hrefOf(page.html, name)?.replace(/^\/game/, '')
    expect([end('Previous page'), end('Next page')]).toEqual([previous, next])
  })
})

describe('after the final', () => {
  beforeAll(async () => {
    await app.setClock(afterFinal)
    for (const round of [1, 2, 3]) await scoreRound(app, world, round)
  })
  beforeEach(() => app.setClock(afterFinal))

  test('teams stand by score, equals share the rank and say with how many: 1-1-1-4', async () => {
    const page = await board()
    expect(rows(page)).toEqual([
      ...[101, 102, 103].map((n) => `1 = unchanged Fan ${n} shared by 3 1,611.85`),
      ...[1, 2, 3, 4, 5, 6, 7].map((n) => `4 = unchanged Fan ${n} shared by 100 1,104.4`),
      '104 = unchanged Anna’s lamps You 0',
    ])
    expect(page.text).toContain('You are #104')
    expect(page.text).toContain('Total points 0 Global rank # 104 top 100%')
    expect(page.html).toMatch(/<span class="[^"]*bg-gold[^"]*"[^>]*>(?:<[^>]*>)*1<\/span>/)
  })

  test('the viewer’s own row follows every page without it, and is never shown twice', async () => {
    const last = await board('?page=10')
    expect(rows(last)[9]).toBe('4 = unchanged Fan 97 shared by 100 1,104.4')
    expect(rows(last)[10]).toBe('104 = unchanged Anna’s lamps You 0')
    const fan = await ensureManager(app.db, { issuer: 'http://localhost:3001', subject: 'fan', now: 1 })
    await app.db.updateTable('teams').set({ manager_id: fan }).where('team_name', '=', 'Fan 103').execute()
    const own = rows(await board('', await app.login('fan')))
    expect(own).toHaveLength(10)
    expect(own[2]).toBe('1 = unchanged Fan 103 You shared by 3 1,611.85')
  })

  test('the final round is scored and names the rank', async () => {
    expect((await board()).text).toContain(
      'Final Round Grand final Round 3 of 3 100% Scored Season result Rank #104',
    )
  })

  test('no manager’s name is in the page or in the .data response', async () => {
    const data = await app.get('/game.data', { as: world.anna })
    expect(data.html).toContain('Fan 1')
    for (const body of [(await board()).html, data.html]) expect(body).not.toMatch(/Secret \d/)
  })

  test('a manager without a team sees the table without an own row', async () => {
    const page = await board('', world.dora)
    expect(rows(page)).toHaveLength(10)
    expect(page.text).not.toContain('You are #')
  })
})
