import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SeasonColumns } from '#app/services/scoreboard/lineup-columns.server.ts'
import type { ReadTask } from '#app/services/scoreboard/read-worker.ts'
import { createWorkerPool } from '#app/services/workers/worker-pool.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { openTestDatabase } from '../../support/test-database.ts'

/** The worker thread that reads large seasons and leagues. */
const folder = mkdtempSync(join(tmpdir(), 'douze-thread-'))
const file = join(folder, 'douze.db')
let gameId = 0

beforeEach(async () => {
  const store = await openTestDatabase(openDatabase(file, { mayCreate: true }))
  gameId = store.contest.id
  await store.db.destroy()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const runInWorker = createWorkerPool<ReadTask>({
  entry: 'scoreboard/read-worker',
  timeoutMs: 60_000,
  idleMs: 1_000,
  maxHeapMb: 256,
})
const read = (from: string) =>
  runInWorker<SeasonColumns>({ file: from, isDemo: false, kind: 'lineups', gameId, known: [] })

test('runs one task after another, reports why one failed, and leaves no listeners behind', async () => {
  const warnings: Error[] = []
  const warn = (warning: Error) => warnings.push(warning)
  process.on('warning', warn)
  await expect(read(join(folder, 'gone.db'))).rejects.toThrow('unable to open database file')
  const seasons = await Promise.all(Array.from({ length: 12 }, () => read(file)))
  expect(seasons.map((season) => season.gameId)).toEqual(Array.from({ length: 12 }, () => gameId))
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', warn)
  expect(warnings.map((warning) => warning.name)).not.toContain('MaxListenersExceededWarning')
})
