import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#db/sqlite/open.server.ts'
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
/** So many that scores are computed in a thread of their own. */
const teams = 20_000
const kills = 12

/** A store with published results, and an admin's session. */
async function makePublishedGame(): Promise<Player> {
  const db = openDatabase(file, { mayCreate: true })
  await seedLargeDatabase(db, teams)
  const admin = await createSessions(db, 'ada', { isAdmin: true })
  await db.destroy()
  return admin
}

/** A server that holds the results in force. */
async function startReady(admin: Player) {
  const server = await startServer({ DATABASE_FILE: file })
  const desk = openClient(server.port, admin)
  await vi.waitFor(async () => expect((await desk.get('/healthz')).status).toBe(200), 30_000)
  return {
    server,
    /** The ranking's beginning, middle and end: a half one would show in one of them. */
    ranking: async () => {
      const pages = [0, teams / 2, teams].map((offset) => desk.get(`/api/teams?limit=100&offset=${offset}`))
      return (await Promise.all(pages)).map(({ body }) => body).join('\n')
    },
    async score(points: number) {
      const scores = { playerScores: [5, 9, 14].map((playerId) => ({ playerId, score: points + playerId })) }
      const saved = await desk.call('/api/admin/game/active/round-scores/1', scores, 'PUT')
      expect(saved.status).toBe(200)
    },
    press: () => desk.call('/api/admin/teams/all/compute-round-scores/1', {}),
  }
}

/** How many points each publication announced, in order of version. */
const published = () =>
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

/** Waits without a break until a publication more is stored: its answer is about to be sent. */
function untilPublished(count: number): void {
  const watcher = new Database(file, { readonly: true })
  const stored = watcher.prepare('select count(*) from publications').pluck()
  const end = performance.now() + 30_000
  while (stored.get() === count && performance.now() < end);
  watcher.close()
}

/** How long a press takes here, in ms. */
async function timePress(admin: Player): Promise<number> {
  const { server, score, press } = await startReady(admin)
  await score(9_000)
  const start = performance.now()
  expect((await press()).status).toBe(202)
  const ms = performance.now() - start
  expect((await server.stop()).code).toBe(0)
  return ms
}

test('a server killed between the press and its answer shows the old or the new results whole, and a second press works', async () => {
  const admin = await makePublishedGame()
  const pressMs = await timePress(admin)
  const found = { 'old in force': 0, 'new in force': 0, answered: 0 }
  for (let kill = 0; kill < kills; kill += 1) {
    const first = await startReady(admin)
    const [old, count] = [await first.ranking(), (await published()).length]
    await first.score(100 * (kill + 1))
    const pressed = first.press().catch(() => null)
    // One is spread over the time that a press takes, the next comes as soon as the publication is stored.
    await setTimeout(pressMs * (kill % 2 === 0 ? kill / kills : 0.2))
    if (kill % 2 === 1) untilPublished(count)
    first.server.child.kill('SIGKILL')
    await first.server.ended
    const answer = await pressed

    const again = await startReady(admin)
    const shown = await again.ranking()
    const isNew = (await published()).length > count
    expect((await again.press()).status).toBe(202)
    const wanted = await again.ranking()
    expect(wanted).not.toBe(old)
    expect([undefined, 202]).toContain(answer?.status)
    if (answer) expect(isNew, 'acknowledged, so in force').toBe(true)
    expect(shown === (isNew ? wanted : old), `killed for the ${kill + 1}th time`).toBe(true)
    const all = await published()
    expect(all).toHaveLength(count + 1)
    expect(new Set(all.slice(-2)).size, 'both announced all points').toBe(1)
    if (answer) found.answered += 1
    found[isNew ? 'new in force' : 'old in force'] += 1
    expect((await again.server.stop()).code).toBe(0)
  }
  const { broken } = await compareWithStore(file, [])
  report(`kill -9 during ${kills} publications to ${teams} teams`, found)
  expect(broken).toEqual([])
  expect([found['old in force'] > 0, found['new in force'] > 0]).toEqual([true, true])
})
