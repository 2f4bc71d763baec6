import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveDemoClock } from '#app/demo/move-clock.server.ts'
import { seedDemo } from '#app/demo/seed.server.ts'
import { listRealPoints, type SeasonFile } from '#app/game/season/season-file.ts'
import { listRanking } from '#app/services/scoreboard/ranking.server.ts'
import type { Scoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { updateManagerIssuers } from '#db/demo/demo.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listRoundScores } from '#db/scoreboard/round-scores.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { openNewDatabase } from '#tests/support/databases.ts'
import { openTestScoreboards, publishPoints } from '../support/scoreboards.ts'

const firstDay = Date.parse('2025-05-10T12:00:00Z')
const betweenSemis = Date.parse('2025-05-14T12:00:00Z')

let db: Db
let scoreboards: Scoreboards

beforeEach(async () => {
  db = await openNewDatabase()
  await migrate(db)
  scoreboards = openTestScoreboards(db, demoClock)
  await loadSeason(db, season())
  await activateSeason(db, 2025)
  await seedDemo(db, { season: season(), issuer: 'http://localhost:3001', now: firstDay, newSecret })
  await moveDemoClock(db, betweenSemis)
})

afterEach(() => db.destroy())

let secrets = 0
const newSecret = () => `secret-${secrets++}`

function season(): SeasonFile {
  const found = findBundledSeason(2025)
  if (!found) throw new Error('No season 2025')
  return found
}

async function contest() {
  const found = await findActiveContest(db)
  if (!found) throw new Error('No active game')
  return found
}

async function publishFirstRound(): Promise<void> {
  const { id: gameId, entries } = await contest()
  const points = listRealPoints(season(), 1)
  const scores = entries.map((entry) => ({ entryId: entry.id, points: points.get(entry.code) ?? 0 }))
  const round = { gameId, roundNumber: 1, scores, clock: demoClock, scoreboards }
  expect(await publishPoints(db, round)).toEqual({ ok: true, isNew: true })
}

async function leader() {
  const game = await contest()
  const page = { gameId: game.id, offset: 0, limit: 1 }
  const [first] = await listRanking(db, await scoreboards.read(game), page)
  return first
}

test('game time is what it was set to, and runs on from there', async () => {
  const before = await demoClock(db)
  expect(before).toBeGreaterThanOrEqual(betweenSemis)
  expect(before).toBeLessThan(betweenSemis + 60_000)
})

test('every jump invalidates every page', async () => {
  const versions = () => db.selectFrom('versions').select('n').execute()
  const before = await versions()
  await moveDemoClock(db, firstDay)
  expect(await versions()).toEqual(before.map(({ n }) => ({ n: n + 1 })))
})

test('a jump before a published round revokes its results and retains its scores', async () => {
  await publishFirstRound()
  expect((await contest()).rounds[0]?.computedAt).not.toBeNull()
  expect((await leader())?.rank).toBe(1)

  await moveDemoClock(db, firstDay)

  expect((await contest()).rounds[0]?.computedAt).toBeNull()
  expect((await leader())?.rank).toBeNull()
  const scores = await listRoundScores(db, { gameId: (await contest()).id, roundNumber: 1 })
  expect(scores.filter(({ points }) => points === 50)).toHaveLength(10)
})

test('a jump forward changes no results', async () => {
  await publishFirstRound()
  const before = await leader()
  await moveDemoClock(db, betweenSemis + 86_400_000)
  expect(await leader()).toEqual(before)
  expect((await contest()).rounds[0]?.computedAt).not.toBeNull()
})

test('the clock moves without an active season', async () => {
  await db.updateTable('games').set({ is_active: 0 }).execute()
  await moveDemoClock(db, firstDay)
  expect(await demoClock(db)).toBeLessThan(betweenSemis)
})

test('the demo’s accounts stay the same when its provider moves to another port', async () => {
  const before = await db.selectFrom('managers').select(['id', 'subject']).orderBy('id').execute()
  expect(before.length).toBeGreaterThan(300)
  await updateManagerIssuers(db, 'http://localhost:9999')
  const after = await db.selectFrom('managers').selectAll().orderBy('id').execute()
  expect(new Set(after.map((manager) => manager.issuer))).toEqual(new Set(['http://localhost:9999']))
  expect(after.map(({ id, subject }) => ({ id, subject }))).toEqual(before)
})
