import { beforeEach, expect, test } from 'vitest'
import type { SeasonColumns } from '#app/services/scoreboard/lineup-columns.server.ts'
import type { ReadTask } from '#app/services/scoreboard/read-worker.ts'
import { createWorkerPool } from '#app/services/workers/worker-pool.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { isOnPostgres, newDatabase } from '../../support/databases.ts'
import { openTestDatabase } from '../../support/test-database.ts'

/** The worker thread that reads large seasons and leagues. */
let location = ''
let gameId = 0

beforeEach(async () => {
  location = await newDatabase('thread')
  const store = await openTestDatabase(openDatabase(location, { mayCreate: true }))
  gameId = store.contest.id
  await store.db.destroy()
})

const runInWorker = createWorkerPool<ReadTask>({
  entry: 'scoreboard/read-worker',
  timeoutMs: 60_000,
  idleMs: 1_000,
  maxHeapMb: 256,
})
const read = (from: string) =>
  runInWorker<SeasonColumns>({ location: from, isDemo: false, kind: 'lineups', gameId, known: [] })

test('runs one task after another, reports why one failed, and leaves no listeners behind', async () => {
  const warnings: Error[] = []
  const warn = (warning: Error) => warnings.push(warning)
  process.on('warning', warn)
  await expect(read(`${location}-gone`)).rejects.toThrow(
    isOnPostgres ? 'does not exist' : 'unable to open database file',
  )
  const seasons = await Promise.all(Array.from({ length: 12 }, () => read(location)))
  expect(seasons.map((season) => season.gameId)).toEqual(Array.from({ length: 12 }, () => gameId))
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', warn)
  expect(warnings.map((warning) => warning.name)).not.toContain('MaxListenersExceededWarning')
})
