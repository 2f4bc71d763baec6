import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '#db/migrate.server.ts'
import { openDatabase } from '#db/open.server.ts'
import type { Db } from '#db/schema.server.ts'
import { longTurns, sharedTurns, shortTurns } from '#db/turns.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { makeFolder } from '#tests/faults/game.ts'

/** Who writes when: saves, and a computation that would write without a rest. */
let home: ReturnType<typeof makeFolder>
let db: Db
let memory: SharedArrayBuffer

beforeEach(async () => {
  home = makeFolder()
  memory = sharedTurns(home.file)
  db = openDatabase(home.file, { mayCreate: true, turns: shortTurns(memory) })
  await migrate(db)
})
afterEach(async () => {
  await db.destroy()
  home.remove()
})

const cells = () => [...new Int32Array(memory)]
const save = () => db.transaction().execute((tx) => bumpVersion(tx, 'news'))

test('one file has one memory, and another file another', () => {
  expect(sharedTurns(home.file)).toBe(memory)
  expect(sharedTurns(`${home.file}-other`)).not.toBe(memory)
})

test('a turn ends with its transaction, whatever becomes of it', async () => {
  let waiting: number[] = []
  await db.transaction().execute(async () => {
    waiting = cells()
  })
  expect(waiting).toEqual([1, 0])
  expect(cells()).toEqual([0, 0])
  const failing = db.transaction().execute(async () => {
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  expect(cells()).toEqual([0, 0])
})

test('a turn ends when the lock cannot be had', async () => {
  const other = openDatabase(home.file)
  await other.transaction().execute(async () => {
    await expect(save()).rejects.toThrow('database is locked')
  })
  await other.destroy()
  expect(cells()).toEqual([0, 0])
  await save()
})

test('a long work that met others again and again goes on in the end', () => {
  const others = shortTurns(memory)
  others.take()
  longTurns(memory).take()
  expect(cells()).toEqual([1, 1])
})

test('a save comes next, although a thread writes without a rest', async () => {
  const counts = new SharedArrayBuffer(8)
  const [batches, hasToStop] = [new Int32Array(counts, 0, 1), new Int32Array(counts, 4, 1)]
  const entry = pathToFileURL(resolve('tests/db/restless-writer.ts')).href
  const source = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(entry)}) })`
  const thread = new Worker(source, { eval: true, workerData: { file: home.file, turns: memory, counts } })
  const ended = once(thread, 'exit')
  while (Atomics.load(batches, 0) === 0) await new Promise((go) => setImmediate(go))

  const passed: number[] = []
  for (let n = 0; n < 50; n += 1) {
    const before = Atomics.load(batches, 0)
    await db.transaction().execute(async () => void passed.push(Atomics.load(batches, 0) - before))
    // Some batches of the thread are between two saves.
    const until = Atomics.load(batches, 0) + 2
    while (Atomics.load(batches, 0) < until) await new Promise((go) => setImmediate(go))
  }
  Atomics.store(hasToStop, 0, 1)
  await ended
  // The batch that was under way, and one that began before the save had said so. A machine that does other work may
  // hold a save up before it says anything, so the one in the middle is looked at.
  expect(passed.sort((a, b) => a - b).at(25)).toBeLessThanOrEqual(2)
})
