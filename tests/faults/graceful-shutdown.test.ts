import { expect, test } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog, monotonicNow } from '../../scripts/load/save-log.ts'
import { openSaver, saveOn } from './support/client.ts'
import { compareWithStore, makeGame, report } from './support/game.ts'

const location = await newDatabase('faults')

test('on SIGTERM under load the server completes the requests it has started and exits with 0 within 12 s', async () => {
  const { players } = await makeGame(location, 30)
  const server = await startServer({ DATABASE_FILE: location })
  const log = createSaveLog()
  const acknowledged = () => log.saves.filter((save) => save.outcome === 'saved').length
  let signalledAt = Infinity
  const isOver = () => {
    if (signalledAt === Infinity && acknowledged() >= 200) {
      signalledAt = monotonicNow()
      server.child.kill('SIGTERM')
    }
    return false
  }
  const saving = players.map((player) =>
    saveOn(openSaver(server.port, player, log), { from: 0, most: 30, isOver }),
  )
  const { code } = await server.ended
  const ms = Math.round(monotonicNow() - signalledAt)
  await Promise.all(saving)
  const { broken, ...figures } = await compareWithStore(location, log.saves)
  report('SIGTERM under load', { ...figures, 'gone after ms': ms })
  const inProgress = log.saves.filter((save) => save.sentAt < signalledAt && save.endedAt > signalledAt)
  expect(inProgress.length).toBeGreaterThan(5)
  expect(inProgress.map((save) => save.outcome)).toEqual(inProgress.map(() => 'saved'))
  expect([code, broken]).toEqual([0, []])
  expect(ms).toBeLessThan(12_000)
  expect(figures.acknowledged).toBeGreaterThan(200)
  // A save that came too late got no response and was not stored: none is uncertain.
  expect(figures.unansweredStored).toBe(0)
})
