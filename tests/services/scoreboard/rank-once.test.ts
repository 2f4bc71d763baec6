import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLeagueTables } from '#app/services/scoreboard/league-tables.server.ts'
import { createTaskRunner } from '#app/services/scoreboard/task-runner.server.ts'
import { systemClock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { openNewDatabase } from '#tests/support/databases.ts'
import { openTestScoreboards } from '#tests/support/scoreboards.ts'
import { type LargeDatabase, seedLargeDatabase } from '../../../scripts/bench/seed-large-database.ts'

let db: Db
let store: LargeDatabase
beforeAll(async () => {
  db = await openNewDatabase()
  store = await seedLargeDatabase(db, 100)
})
afterAll(() => db.destroy())

const openTasks = () => createTaskRunner({ db, clock: systemClock, location: null, isDemo: false })

async function findSeason() {
  const game = await findActiveGame(db)
  if (!game) throw new Error('No season is active')
  return game
}

test('concurrent readers of a league after a publication cause one ranking', async () => {
  const scoreboards = openTestScoreboards(db, systemClock)
  const results = await scoreboards.read(await findSeason())
  if (!results) throw new Error('Nothing is published')
  let rankings = 0
  const leagues = createLeagueTables({
    db,
    season: results.season,
    async rank(season, leagueId) {
      rankings += 1
      return openTasks().rank(season, leagueId)
    },
  })
  const { id, memberCount } = store.bigLeague
  const found = await Promise.all([1, 2, 3].map(() => leagues.find(id)))
  for (const league of found) expect(league.listRows({ offset: 0, limit: 100 })).toHaveLength(memberCount)
  expect(rankings).toBe(1)
})

test('a league in the tables before is ranked by its members there, and read only where they are not enough', async () => {
  const results = await openTestScoreboards(db, systemClock).read(await findSeason())
  if (!results) throw new Error('Nothing is published')
  const { id, memberCount } = store.bigLeague
  const known: (number | undefined)[] = []
  const openTables = (earlier?: ReturnType<typeof createLeagueTables>) =>
    createLeagueTables({
      db,
      season: results.season,
      async rank(season, leagueId, league) {
        known.push(league?.table.order.length)
        return openTasks().rank(season, leagueId, league)
      },
      earlier: earlier?.cached,
    })
  const before = openTables()
  const first = await before.find(id)
  const next = openTables(before)
  expect((await next.find(id)).table).toEqual(first.table)
  expect(known).toEqual([undefined, memberCount])

  // More joins and leaves than are followed.
  const team_id = results.season.columns.teamIds[0] ?? 0
  const rows = Array.from({ length: 600 }, () => [-1, 1] as const).flat()
  await db
    .insertInto('membership_changes')
    .values(rows.map((change) => ({ league_id: id, team_id, change })))
    .execute()
  expect((await openTables(next).find(id)).table).toEqual(first.table)
  expect(known).toEqual([undefined, memberCount, memberCount, undefined])
})

test('a league whose ranking failed is ranked for the next reader', async () => {
  const results = await openTestScoreboards(db, systemClock).read(await findSeason())
  if (!results) throw new Error('Nothing is published')
  let isBroken = true
  const leagues = createLeagueTables({
    db,
    season: results.season,
    async rank(season, leagueId) {
      if (isBroken) throw new Error('no thread')
      return openTasks().rank(season, leagueId)
    },
  })
  const { id, memberCount } = store.bigLeague
  await expect(leagues.find(id)).rejects.toThrow('no thread')
  isBroken = false
  const league = await leagues.find(id)
  expect(league.listRows({ offset: 0, limit: 100 })).toHaveLength(memberCount)
})

test('line-ups needed by two concurrent readers are read once', async () => {
  const scoreboards = openTestScoreboards(db, systemClock)
  const game = await findSeason()
  const [one, other] = await Promise.all([scoreboards.prepare(game), scoreboards.prepare(game)])
  expect(one.teamCount).toBe(105)
  expect(other).toBe(one)
})

test('line-ups are read again once a round is not settled any more, whatever its deadline', async () => {
  const scoreboards = openTestScoreboards(db, systemClock)
  const game = await findSeason()
  const read = await scoreboards.prepare(game)
  expect(read.columns).toHaveLength(3)
  await db
    .updateTable('rounds')
    .set({ deadline_at: Date.now() + 60_000 })
    .where('round_number', '=', 3)
    .execute()
  expect(await scoreboards.prepare(game)).toBe(read)
  await db.updateTable('rounds').set({ settled_at: null }).where('round_number', '=', 3).execute()
  const reopened = await scoreboards.prepare(game)
  expect(reopened.columns.map(({ roundNumber }) => roundNumber)).toEqual([1, 2])
})
