import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDemoArticles } from '#app/demo/articles.server.ts'
import { seedDemo } from '#app/demo/seed.server.ts'
import type { SeasonFile } from '#app/game/season/season-file.ts'
import { checkTeam, parseTeamNames } from '#app/game/team/team.ts'
import { listLeagueRanking } from '#app/services/scoreboard/ranking.server.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { listLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { countArticles, listArticles } from '#db/news/articles.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { listLineups } from '#db/teams/lineups.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import { openNewDatabase } from '#tests/support/databases.ts'

const issuer = 'http://localhost:3001'
const now = Date.parse('2025-05-10T12:00:00Z')

// Seeded once: these tests only read.
let db: Db

beforeAll(async () => {
  db = await openLoaded()
  expect(await seed(db)).toBe(true)
})

afterAll(() => db.destroy())

function season(): SeasonFile {
  const found = findBundledSeason(2025)
  if (!found) throw new Error('No season 2025')
  return found
}

async function openLoaded(): Promise<Db> {
  const opened = await openNewDatabase()
  await migrate(opened)
  await loadSeason(opened, season())
  await activateSeason(opened, 2025)
  return opened
}

function seed(opened: Db): Promise<boolean> {
  let secrets = 0
  const newSecret = () => `secret-${secrets++}`
  return seedDemo(opened, { season: season(), issuer, now, newSecret })
}

async function contest() {
  const found = await findActiveContest(db)
  if (!found) throw new Error('No active game')
  return found
}

async function teamOf(subject: string) {
  const manager = await db
    .selectFrom('managers')
    .select('id')
    .where('subject', '=', subject)
    .executeTakeFirst()
  const managerId = manager?.id ?? 0
  const team = await findTeamOfManager(db, { gameId: (await contest()).id, managerId })
  return { managerId, team, leagues: team ? await listLeaguesOfTeam(db, team.id) : [] }
}

async function everything(opened: Db) {
  const tables = ['teams', 'lineups', 'leagues', 'memberships', 'articles', 'games', 'managers'] as const
  return Promise.all(tables.map((table) => opened.selectFrom(table).selectAll().execute()))
}

test('every demo team is valid by the rules', async () => {
  const game = await contest()
  const teams = await db.selectFrom('teams').selectAll().execute()
  expect(teams.length).toBeGreaterThanOrEqual(300)
  for (const team of teams) {
    const ids = [team.entry_1, team.entry_2, team.entry_3, team.entry_4, team.entry_5, team.entry_6]
    const codes = ids.map((id) => game.entries.find((entry) => entry.id === id)?.code ?? '?')
    const names = parseTeamNames({ teamName: team.team_name, managerName: team.manager_name }, undefined)
    expect(checkTeam(game, names, codes)).toMatchObject({
      ok: true,
      value: { teamName: team.team_name, managerName: team.manager_name },
    })
    expect(team.created_at).toBeLessThan(now)
  }
  expect(new Set(teams.map((team) => team.team_name)).size).toBe(teams.length)
})

test('every team has a line-up of its own countries for every round, some of them saved', async () => {
  const teams = await db.selectFrom('teams').selectAll().execute()
  let saved = 0
  for (const team of teams) {
    const ids = [team.entry_1, team.entry_2, team.entry_3, team.entry_4, team.entry_5, team.entry_6]
    const lineups = await listLineups(db, team.id)
    expect(lineups.map((lineup) => lineup.roundNumber)).toEqual([1, 2, 3])
    for (const lineup of lineups) expect([...lineup.entryIds].sort()).toEqual([...ids].sort())
    saved += lineups.filter((lineup) => !lineup.isAutomatic).length
  }
  expect(saved).toBeGreaterThan(100)
  expect(saved).toBeLessThan(teams.length * 2)
})

test('player and player2 have teams and share the league Sofa Jury, player3 has none', async () => {
  const [player, player2, player3] = [
    await teamOf('player'),
    await teamOf('player2'),
    await teamOf('player3'),
  ]
  expect(player.team).toBeDefined()
  expect(player2.team).toBeDefined()
  expect(player3.team).toBeUndefined()
  const shared = player.leagues.filter((league) => player2.leagues.some(({ id }) => id === league.id))
  expect(shared.map((league) => league.leagueName)).toEqual(['Sofa Jury'])
  expect(player.leagues[0]?.leagueName).toBe('Sofa Jury')
  expect(player.leagues.length).toBeGreaterThan(1)
})

test('neither player owns more than three leagues', async () => {
  for (const subject of ['player', 'player2']) {
    const { managerId } = await teamOf(subject)
    const owned = await db.selectFrom('leagues').selectAll().where('owner_id', '=', managerId).execute()
    expect(owned.length).toBeLessThanOrEqual(3)
  }
})

test('stored counts are correct', async () => {
  const game = await contest()
  const leagues = await db.selectFrom('leagues').selectAll().execute()
  const teams = await db.selectFrom('teams').select('id').execute()
  expect(leagues.length).toBeGreaterThan(4)
  expect(game).toMatchObject({ teamCount: teams.length, leagueCount: leagues.length })
  for (const league of leagues) {
    const members = await listLeagueRanking(db, null, { leagueId: league.id, offset: 0, limit: 100 })
    expect(members).toHaveLength(league.member_count)
    expect(members.length).toBeGreaterThanOrEqual(5)
    expect(members.length).toBeLessThanOrEqual(40)
  }
})

test('seeding again changes nothing', async () => {
  const before = await everything(db)
  expect(await seed(db)).toBe(false)
  expect(await everything(db)).toEqual(before)
})

test('every demo is the same', async () => {
  const other = await openLoaded()
  await seed(other)
  expect(await everything(other)).toEqual(await everything(db))
  await other.destroy()
})

test('at the start there are more articles than one page holds, and more to come', async () => {
  const start = await countArticles(db, '2025-05-10')
  expect(start).toBeGreaterThan(9)
  expect(await countArticles(db, '2025-05-18')).toBeGreaterThan(start + 5)
  expect(await listArticles(db, { today: '2025-05-10', offset: 0, limit: 3 })).toHaveLength(3)
})

test('articles have addresses of their own, all categories, and flags of countries that sing', async () => {
  const articles = buildDemoArticles(await contest(), season())
  const codes = season().entries.map((entry) => entry.code)
  expect(new Set(articles.map((article) => article.slug)).size).toBe(articles.length)
  expect(new Set(articles.map((article) => article.category)).size).toBe(3)
  for (const { slug, summary, title, countryCode, contentHtml } of articles) {
    expect(slug).toMatch(/^[\w-]+$/)
    expect(title.length).toBeLessThanOrEqual(200)
    expect(summary.length).toBeLessThanOrEqual(500)
    expect([null, ...codes]).toContain(countryCode)
    expect(contentHtml).not.toMatch(/undefined|null|NaN|&(?!amp;|lt;|gt;)/)
  }
})

test('no article reveals a result before the day after its show', async () => {
  const changed = season().entries.map((entry) => ({
    ...entry,
    result: entry.result && { ...entry.result, ...otherResults(entry.result) },
  }))
  const game = await contest()
  const real = buildDemoArticles(game, season())
  const other = buildDemoArticles(game, { ...season(), entries: changed })
  const telling = real.filter((article, index) => article.contentHtml !== other[index]?.contentHtml)
  expect(telling.map((article) => article.publishDate)).toEqual(['2025-05-18', '2025-05-18', '2025-05-18'])
  const through = real.filter((article) => article.title.includes('are through'))
  expect(through.map((article) => article.publishDate)).toEqual(['2025-05-14', '2025-05-16'])
})

/** Another final: everything that only its night could reveal. */
function otherResults(result: {
  finalPoints: number | null
  finalJuryPoints: number | null
  finalTelevotePoints: number | null
}) {
  const more = (points: number | null) => (points === null ? null : points + 1)
  return {
    finalPoints: more(result.finalPoints),
    finalJuryPoints: more(result.finalJuryPoints),
    finalTelevotePoints: more(result.finalTelevotePoints),
  }
}

test('the report on the winner has the real numbers, behind a title and a summary without results', async () => {
  const article = buildDemoArticles(await contest(), season()).find(({ slug }) =>
    slug.includes('has-a-winner'),
  )
  expect(article).toMatchObject({
    title: 'The grand final has a winner',
    summary: 'Who won in Basel, and with how many points.',
    countryCode: 'CH',
    publishDate: '2025-05-18',
    category: 'COMPETITION',
  })
  expect(article?.contentHtml).toContain(
    '“Wasted Love” by JJ receives 436 points, 79 more than second place.',
  )
})

test('no title, summary or picture of a report tells a result: feeds and link previews quote them', async () => {
  const changed = season().entries.map((entry) => ({
    ...entry,
    result: entry.result && { ...entry.result, ...reversed(entry.result) },
  }))
  const game = await contest()
  const quoted = (entries: ReturnType<typeof season>['entries']) =>
    buildDemoArticles(game, { ...season(), entries }).map(({ title, summary, countryCode, slug }) => ({
      title,
      summary,
      countryCode,
      slug,
    }))
  expect(quoted(changed)).toEqual(quoted(season().entries))
})

/** The final in reverse order. */
function reversed({ finalPlace, finalPoints }: { finalPlace: number | null; finalPoints: number | null }) {
  return {
    finalPlace: finalPlace === null ? null : 27 - finalPlace,
    finalPoints: finalPoints === null ? null : 500 - finalPoints,
  }
}
