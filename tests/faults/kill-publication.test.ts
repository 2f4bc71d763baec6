import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import { startServer } from '#tests/support/server.ts'
import { seedLargeDatabase } from '../../scripts/bench/seed-large-database.ts'
import { openClient } from './support/client.ts'
import {
  compareWithStore,
  createSessions,
  makeFolder,
  type Player,
  report,
  withDatabase,
} from './support/game.ts'

const { file, remove } = makeFolder()
afterEach(remove)
/** Enough for scores to be computed in a worker thread. */
const teams = 20_000
const kills = 12

/** A database with published results, and an admin's session. */
async function makePublishedGame(): Promise<Player> {
  const db = openDatabase(file, { mayCreate: true })
  await seedLargeDatabase(db, teams)
  const admin = await createSessions(db, 'ada', { isAdmin: true })
  await db.destroy()
  return admin
}

/** A server that has loaded the published results. */
async function startReady(admin: Player) {
  const server = await startServer({ DATABASE_FILE: file })
  const desk = openClient(server.port, admin)
  await vi.waitFor(async () => expect((await desk.get('/healthz')).status).toBe(200), 30_000)
  return {
    server,
    /** The beginning, middle and end of the ranking: a partial publication would show in one of them. */
    ranking: async () => {
      const pages = [0, teams / 2, teams].map((offset) => desk.get(`/api/teams?limit=100&offset=${offset}`))
      return (await Promise.all(pages)).map(({ body }) => body).join('\n')
    },
    async score(points: number) {
      const scores = { playerScores: [5, 9, 14].map((playerId) => ({ playerId, score: points + playerId })) }
      const saved = await desk.call('/api/admin/game/active/round-scores/1', scores, 'PUT')
      expect(saved.status).toBe(200)
    },
    publish: () => desk.call('/api/admin/teams/all/compute-round-scores/1', {}),
  }
}

/** The number of points in each publication, in order of version. */
const countPublishedPoints = () =>
  withDatabase(file, async (db) => {
    const rows = await db
      .selectFrom('publications')
      .innerJoin('publication_points', 'publication_id', 'publications.id')
      .select(['version', (row) => row.fn.countAll<number>().as('points')])
      .groupBy('version')
      .orderBy('version')
      .execute()
    return rows.map(({ points }) => points)
  })

/** Blocks until one more publication is stored: its response is about to be sent. */
function waitForPublication(count: number): void {
  const watcher = new Database(file, { readonly: true })
  const stored = watcher.prepare('select count(*) from publications').pluck()
  const end = performance.now() + 30_000
  while (stored.get() === count && performance.now() < end);
  watcher.close()
}

/** How long publishing takes on this machine, in ms. */
async function timePublication(admin: Player): Promise<number> {
  const { server, score, publish } = await startReady(admin)
  await score(9_000)
  const start = performance.now()
  expect((await publish()).status).toBe(202)
  const ms = performance.now() - start
  expect((await server.stop()).code).toBe(0)
  return ms
}

test('a server killed during a publication shows either the old or the new results, and publishing again works', async () => {
  const admin = await makePublishedGame()
  const publicationMs = await timePublication(admin)
  const found = { 'old in force': 0, 'new in force': 0, answered: 0 }
  for (let kill = 0; kill < kills; kill += 1) {
    const first = await startReady(admin)
    const [old, count] = [await first.ranking(), (await countPublishedPoints()).length]
    await first.score(100 * (kill + 1))
    const publishing = first.publish().catch(() => null)
    // Every second kill comes right after the publication is stored, the others at times spread over its duration.
    await setTimeout(publicationMs * (kill % 2 === 0 ? kill / kills : 0.2))
    if (kill % 2 === 1) waitForPublication(count)
    first.server.child.kill('SIGKILL')
    await first.server.ended
    const response = await publishing

    const restarted = await startReady(admin)
    const shown = await restarted.ranking()
    const isNew = (await countPublishedPoints()).length > count
    expect((await restarted.publish()).status).toBe(202)
    const published = await restarted.ranking()
    expect(published).not.toBe(old)
    expect([undefined, 202]).toContain(response?.status)
    if (response) expect(isNew, 'acknowledged, so in force').toBe(true)
    expect(shown === (isNew ? published : old), `killed for the ${kill + 1}th time`).toBe(true)
    const all = await countPublishedPoints()
    expect(all).toHaveLength(count + 1)
    expect(new Set(all.slice(-2)).size, 'both announced all points').toBe(1)
    if (response) found.answered += 1
    found[isNew ? 'new in force' : 'old in force'] += 1
    expect((await restarted.server.stop()).code).toBe(0)
  }
  const { broken } = await compareWithStore(file, [])
  report(`kill -9 during ${kills} publications to ${teams} teams`, found)
  expect(broken).toEqual([])
  expect([found['old in force'] > 0, found['new in force'] > 0]).toEqual([true, true])
})
