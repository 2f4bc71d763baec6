import { afterEach, expect, test } from 'vitest'
import { openSaveLog } from '../../scripts/load/acknowledged.ts'
import { startServer } from '../server.ts'
import { openSaver, saveOn } from './client.ts'
import { judge, makeFolder, makeGame, report } from './game.ts'

const { file, remove } = makeFolder()
afterEach(remove)

test('a server whose main thread stands still ends itself within seconds, and has kept what it acknowledged', async () => {
  const { players } = await makeGame(file, 4)
  const log = openSaveLog()
  const server = await startServer({
    DATABASE_FILE: file,
    NODE_OPTIONS: '--import=./tests/faults/freeze.mjs',
  })
  const savers = players.map((player) => openSaver(server.port, player, log))
  await Promise.all(savers.map((saver) => saveOn(saver, { from: 0, most: 20, isOver: () => false })))
  const frozenAt = performance.now()
  server.child.kill('SIGUSR2')
  const { out } = await server.ended
  const seconds = ((performance.now() - frozenAt) / 1000).toFixed(1)
  expect(server.child.signalCode).toBe('SIGKILL')
  expect(out).toContain('"event":"frozen"')

  const again = await startServer({ DATABASE_FILE: file })
  expect((await again.ask({ path: '/healthz' })).status).toBe(200)
  await again.stop()
  const { broken, ...figures } = await judge(file, log.saves)
  report('a frozen main thread', { ...figures, 'ended after s': seconds })
  expect(broken).toEqual([])
  expect(figures.acknowledged).toBe(80)
})
