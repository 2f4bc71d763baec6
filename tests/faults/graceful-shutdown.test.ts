import { afterEach, expect, test } from 'vitest'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog, monotonicNow } from '../../scripts/load/save-log.ts'
import { openSaver, saveOn } from './support/client.ts'
import { compareWithStore, makeFolder, makeGame, report } from './support/game.ts'

const { file, remove } = makeFolder()
afterEach(remove)

test('told to stop under load, it answers what it has begun and leaves with 0 within 12 s', async () => {
  const { players } = await makeGame(file, 30)
  const server = await startServer({ DATABASE_FILE: file })
  const log = createSaveLog()
  const acknowledged = () => log.saves.filter((save) => save.outcome === 'saved').length
  let toldAt = Infinity
  const isOver = () => {
    if (toldAt === Infinity && acknowledged() >= 200) {
      toldAt = monotonicNow()
      server.child.kill('SIGTERM')
    }
    return false
  }
  const saving = players.map((player) =>
    saveOn(openSaver(server.port, player, log), { from: 0, most: 30, isOver }),
  )
  const { code } = await server.ended
  const ms = Math.round(monotonicNow() - toldAt)
  await Promise.all(saving)
  const { broken, ...figures } = await compareWithStore(file, log.saves)
  report('SIGTERM under load', { ...figures, 'gone after ms': ms })
  const begun = log.saves.filter((save) => save.sentAt < toldAt && save.endedAt > toldAt)
  expect(begun.length).toBeGreaterThan(5)
  expect(begun.map((save) => save.outcome)).toEqual(begun.map(() => 'saved'))
  expect([code, broken]).toEqual([0, []])
  expect(ms).toBeLessThan(12_000)
  expect(figures.acknowledged).toBeGreaterThan(200)
  // What came too late was not answered, and not done either: nothing is left in doubt.
  expect(figures.unansweredStored).toBe(0)
})
