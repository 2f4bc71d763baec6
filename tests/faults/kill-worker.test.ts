import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { compareWithStore, makeFolder, report } from './support/game.ts'
import { countPublishedPoints, makePublishedGame, startReady, teams } from './support/published-game.ts'

/** Worker threads that die while they compute a publication, or as they start: ended from outside, or out of memory. */
const location = await newDatabase('workers')
const { folder, remove } = makeFolder()
afterAll(remove)

test('a publication whose thread dies leaves the old results in force at once, and pressing again publishes', async () => {
  const admin = await makePublishedGame(location)
  const fault = join(folder, 'fault')
  writeFileSync(fault, '')
  const shim = pathToFileURL(resolve('tests/faults/support/end-workers.mjs')).href
  const more = { WORKER_FAULT: fault, NODE_OPTIONS: `--import ${shim}` }
  const { server, ranking, score, publish } = await startReady(location, admin, more)
  const old = await ranking()
  const count = (await countPublishedPoints(location)).length
  const waits: number[] = []
  // The first thread has the task already, the others die as they start.
  for (const [n, kind] of ['task', 'task', 'heap', 'heap'].entries()) {
    await score(100 + n)
    writeFileSync(fault, kind)
    const startedAt = performance.now()
    expect((await publish()).status).toBe(500)
    waits.push(Math.round(performance.now() - startedAt))
    writeFileSync(fault, '')
    expect(await ranking()).toBe(old)
    expect(await countPublishedPoints(location)).toHaveLength(count)
  }
  expect((await publish()).status).toBe(202)
  expect(await ranking()).not.toBe(old)
  expect(await countPublishedPoints(location)).toHaveLength(count + 1)
  const { code, err } = await server.stop()
  const deaths = (kind: string) => err.match(new RegExp(`^worker died: ${kind}$`, 'gm'))?.length ?? 0
  expect([code, deaths('task'), deaths('heap')]).toEqual([0, 2, 2])
  const { broken } = await compareWithStore(location, [])
  report(`worker threads die in publications to ${teams} teams`, { 'answered after ms': waits.join(' ') })
  expect(broken).toEqual([])
  expect(Math.max(...waits)).toBeLessThan(10_000)
})
