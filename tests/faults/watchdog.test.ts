import { beforeEach, expect, test } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { openSaver, saveOn } from './support/client.ts'
import { compareWithStore, makeGame, report } from './support/game.ts'

let location: string
beforeEach(async () => {
  location = await newDatabase('faults')
})

test('/healthz reports a delay of the event loop', async () => {
  await makeGame(location, 1)
  const server = await startServer({
    DATABASE_FILE: location,
    NODE_OPTIONS: '--import=./tests/faults/support/freeze-main-thread.mjs',
  })
  const delayMs = async (): Promise<number> =>
    JSON.parse((await server.ask({ path: '/healthz' })).body).eventLoopDelayMs
  const before = await delayMs()
  server.child.kill('SIGUSR1')
  let after = before
  for (let checks = 0; checks < 200 && after < 2_000; checks += 1) after = await delayMs()
  expect(after).toBeGreaterThanOrEqual(2_000)
  expect(before).toBeLessThan(2_000)
  await server.stop()
})

test('a server with a frozen main thread exits within seconds, and has stored every acknowledged save', async () => {
  const { players } = await makeGame(location, 4)
  const log = createSaveLog()
  const server = await startServer({
    DATABASE_FILE: location,
    NODE_OPTIONS: '--import=./tests/faults/support/freeze-main-thread.mjs',
  })
  const savers = players.map((player) => openSaver(server.port, player, log))
  await Promise.all(savers.map((saver) => saveOn(saver, { from: 0, most: 20, isOver: () => false })))
  const frozenAt = performance.now()
  server.child.kill('SIGUSR2')
  // Without the watchdog it would stand still for ever.
  const timer = setTimeout(() => server.child.kill('SIGKILL'), 60_000)
  const { out } = await server.ended
  clearTimeout(timer)
  const seconds = Math.round((performance.now() - frozenAt) / 1000)
  // Ten checks of a second each; the rest is for a busy machine.
  expect(seconds).toBeLessThan(30)
  expect(server.child.signalCode).toBe('SIGKILL')
  expect(out).toContain('"event":"frozen"')

  const restarted = await startServer({ DATABASE_FILE: location })
  expect((await restarted.ask({ path: '/healthz' })).status).toBe(200)
  await restarted.stop()
  const { broken, ...figures } = await compareWithStore(location, log.saves)
  report('a frozen main thread', { ...figures, 'ended after s': seconds })
  expect(broken).toEqual([])
  expect(figures.acknowledged).toBe(80)
})
