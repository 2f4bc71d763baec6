import { expect, test } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { createNoiseImage, uploadImage } from '#tests/support/image-upload.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { openSaver, saveOn } from './support/client.ts'
import { compareWithStore, makeGame, report, withDatabase } from './support/game.ts'

const location = await newDatabase('faults')

test('five concurrent huge uploads are stored while players save', async () => {
  const { players, admin } = await makeGame(location, 10)
  const server = await startServer({ DATABASE_FILE: location })
  const huge = await createNoiseImage(1_310)
  const log = createSaveLog()
  let areUp = false
  const saving = players.map((player) =>
    saveOn(openSaver(server.port, player, log), { from: 0, most: 25, isOver: () => areUp }),
  )
  const uploads = await Promise.all(Array.from({ length: 5 }, () => uploadImage(server, admin.cookie, huge)))
  areUp = true
  await Promise.all(saving)
  expect(uploads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await server.stop()).code).toBe(0)
  const stored = await withDatabase(location, (db) => db.selectFrom('images').select('name').execute())
  const { broken, ...figures } = await compareWithStore(location, log.saves)
  const longest = Math.max(...log.saves.map((save) => save.endedAt - save.sentAt))
  report('five huge uploads', { ...figures, images: stored.length, 'longest save ms': Math.round(longest) })
  expect([broken, stored.length]).toEqual([[], 5])
  expect(log.saves.every((save) => save.outcome === 'saved')).toBe(true)
  expect(figures.acknowledged).toBeGreaterThan(10)
})
