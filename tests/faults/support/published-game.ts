import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import { startServer } from '#tests/support/server.ts'
import { seedLargeDatabase } from '../../../scripts/bench/seed-large-database.ts'
import { openClient } from './client.ts'
import { createSessions, type Player, withDatabase } from './game.ts'

/** Enough for scores to be computed in a worker thread. */
export const teams = 20_000

/** Makes a database with published results, and an admin's session. */
export async function makePublishedGame(location: string): Promise<Player> {
  const db = openDatabase(location, { mayCreate: true })
  await seedLargeDatabase(db, teams)
  const admin = await createSessions(db, 'ada', { isAdmin: true })
  await db.destroy()
  return admin
}

/** Starts a server and waits until it has loaded the published results. `more`: further settings. */
export async function startReady(location: string, admin: Player, more: Record<string, string> = {}) {
  const server = await startServer({ DATABASE_FILE: location, ...more })
  const desk = openClient(server.port, admin)
  await vi.waitFor(async () => expect((await desk.get('/healthz')).status).toBe(200), 30_000)
  return {
    server,
    /** The beginning, middle and end of the ranking: a partial publication would show in one of them. */
    ranking: async () => {
      const pages = [0, teams / 2, teams].map((offset) => desk.get(`/api/teams?limit=100&offset=${offset}`))
      const replies = await Promise.all(pages)
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
      return replies.map(({ body }) => body).join('\n')
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
export function countPublishedPoints(location: string): Promise<number[]> {
  return withDatabase(location, async (db) => {
    const rows = await db
      .selectFrom('publications')
      .innerJoin('publication_points', 'publication_id', 'publications.id')
      .select(['version', (row) => row.fn.countAll<number>().as('points')])
      .groupBy('version')
      .orderBy('version')
      .execute()
    return rows.map(({ points }) => points)
  })
}

/** Resolves when one more publication than `count` is stored: its response is about to be sent. */
export function waitForPublication(location: string, count: number): Promise<void> {
  return withDatabase(location, async (db) => {
    const end = performance.now() + 30_000
    const stored = async () => (await db.selectFrom('publications').select('id').execute()).length
    while ((await stored()) === count && performance.now() < end) await pause(1)
  })
}
