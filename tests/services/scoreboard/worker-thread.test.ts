import { beforeEach, expect, test } from 'vitest'
import type { SeasonColumns } from '#app/services/scoreboard/lineup-columns.server.ts'
import type { ReadTask } from '#app/services/scoreboard/read-worker.ts'
import { createWorkerThread } from '#app/services/workers/worker-thread.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { isOnPostgres, newDatabase } from '../../support/databases.ts'
import { collectGarbage } from '../../support/heap.ts'
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

const runInThread = createWorkerThread()

function read(from: string, isUrgent = false): Promise<SeasonColumns> {
  const input: ReadTask = { location: from, isDemo: false, kind: 'lineups', gameId, known: [] }
  return runInThread({ entry: 'scoreboard/read-worker', input, timeoutMs: 60_000, isUrgent })
}

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

test('what is urgent runs before all that waits, in its order', async () => {
  const done: string[] = []
  const names = ['running', 'waiting', 'urgent', 'waiting too', 'urgent too']
  await Promise.all(
    names.map((name) => read(location, name.startsWith('urgent')).then(() => done.push(name))),
  )
  expect(done).toEqual(['running', 'urgent', 'urgent too', 'waiting', 'waiting too'])
})

test('a task that takes too long is ended, also when garbage is collected meanwhile', async () => {
  const html = `<!-->${'<div>'.repeat(16_000)}`
  const tangled = runInThread({ entry: 'news/sanitise-worker', input: html, timeoutMs: 3_000 })
  const collecting = setInterval(collectGarbage, 100)
  await expect(tangled)
    .rejects.toThrow('The task has been aborted')
    .finally(() => clearInterval(collecting))
  expect(await read(location)).toMatchObject({ gameId })
})
