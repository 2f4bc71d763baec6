import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession } from '#app/auth/session/session.server.ts'
import { type App, openApp } from '#tests/support/app.ts'
import { type LargeDatabase, seedLargeDatabase } from '../../../scripts/bench/seed-large-database.ts'
import { Browser } from '../../support/browser.ts'

// The data of `npm run bench` at a small size: its figures are meaningful only if the pages have the right content.
let app: App
let store: LargeDatabase
let viewer: Browser
const teams = 400

beforeAll(async () => {
  app = await openApp({ now: '2025-05-18T08:00:00Z' })
  store = await seedLargeDatabase(app.db, teams)
  const { managerId = 0 } = store.viewers.at(-1) ?? {}
  const { cookieHeader } = await createSession(app.db, { managerId, now: Date.now() })
  const [name = '', value = ''] = cookieHeader.split('=')
  viewer = new Browser()
  viewer.setCookie(name, value)
})
afterAll(() => app.close())

const open = async (path: string) => {
  const answer = await app.get(path, { as: viewer })
  expect(answer.status).toBe(200)
  return answer.text
}
const teamsOn = (text: string) => new Set(text.match(/Twelve points for \d+/g)).size
const league = (id: number, page: number) => open(`/game/leagues?leagueId=${id}&page=${page}`)

describe('the database of the benchmark', () => {
  test('has a ranking by the real results, on which the viewer stands', async () => {
    const text = await open('/game')
    expect(teamsOn(text)).toBeGreaterThanOrEqual(10)
    expect(text).toMatch(/#\d+/)
    const list = await open('/api/teams?limit=100')
    expect(new Set(list.match(/"teamScore":[\d.]+/g)).size).toBeGreaterThan(50)
    const games = await app.db.selectFrom('games').select(['team_count', 'league_count']).execute()
    expect(games).toContainEqual({ team_count: teams + teams / 20, league_count: teams / 10 })
  })

  test('has a league of a fifth of all, with newcomers at its end', async () => {
    const { id, memberCount, newcomers } = store.bigLeague
    expect(newcomers).toBe(20)
    const pages = Math.ceil(memberCount / 10)
    expect(teamsOn(await league(id, 1))).toBeGreaterThanOrEqual(10)
    expect(await league(id, pages)).toContain(`Twelve points for ${teams + newcomers}`)
  })

  test('has a league that a tenth has left, and one of ten', async () => {
    const { id, memberCount } = store.leftLeague
    expect(memberCount).toBe(36)
    const text = await league(id, 4)
    expect(text).not.toContain('Twelve points for 100 ')
    expect(teamsOn(text)).toBeGreaterThanOrEqual(6)
    const small = await league(store.viewers.at(-1)?.smallLeagueId ?? 0, 1)
    expect(teamsOn(small)).toBe(10)
  })

  test('has results of all three rounds', async () => {
    for (const round of [1, 2, 3]) {
      expect(await open(`/game/results?round=${round}`)).not.toContain('Scores not available yet')
    }
  })
})
