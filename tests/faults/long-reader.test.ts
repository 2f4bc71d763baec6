import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { getEntryOrder, openSaver } from './support/client.ts'
import { compareWithStore, makeFolder, makeGame, report } from './support/game.ts'

/** Another process, such as a shell, that reads and does not end: the log of the database cannot be emptied meanwhile. */
const { file, remove } = makeFolder()
afterEach(remove)
/** `journal_size_limit` of db/sqlite/open.server.ts. */
const limit = 64 * 1024 * 1024
/** Of the 30 saves that a player has in a minute. */
const manySaves = 22

const toMb = (bytes: number) => Math.round(bytes / 1024 / 1024)

test('beside a reader that does not end saves are stored, pages stay quick, and the log is emptied after it', async () => {
  const { players } = await makeGame(file, 20)
  const server = await startServer({ DATABASE_FILE: file })
  const log = createSaveLog()
  const savers = players.map((player) => openSaver(server.port, player, log))
  const walSize = () => statSync(`${file}-wal`).size

  /** Everybody saves `count` times; returns the time for each save in ms. */
  async function saveAll(count: number): Promise<number> {
    const startedAt = performance.now()
    const saving = savers.map(async (saver, n) => {
      for (let at = 0; at < count; at += 1)
        expect((await saver.saveTeam(`Team ${at}`, getEntryOrder(n + at))).outcome).toBe('saved')
    })
    await Promise.all(saving)
    return (performance.now() - startedAt) / count / savers.length
  }

  /** The slowest of twenty pages, in ms. */
  async function readPages(): Promise<number> {
    const waits: number[] = []
    for (let n = 0; n < 20; n += 1) {
      const startedAt = performance.now()
      expect((await savers[n]?.get('/game/history'))?.status).toBe(200)
      waits.push(performance.now() - startedAt)
    }
    return Math.max(...waits)
  }

  const [saveAlone, pageAlone] = [await saveAll(5), await readPages()]
  const walBefore = walSize()
  const other = new Database(file, { readonly: true })
  other.exec('begin')
  const seen = other.prepare('select count(*) from receipts').pluck()
  const receipts = seen.get()
  const saveBeside = await saveAll(manySaves)
  const walOfSaves = walSize()
  // What no player may do: enough to pass the limit of the log.
  const writer = new Database(file)
  const fill = writer.prepare(
    "insert into images (name, content_type, bytes, width, height, created_at) values (?, 'image/webp', zeroblob(1000000), 1, 1, 0)",
  )
  for (let n = 0; n < 80; n += 1) fill.run(`filler${n}`)
  writer.close()
  const walBeside = walSize()
  const pageBeside = await readPages()
  expect(seen.get(), 'the reader sees what was there when it began').toBe(receipts)
  expect(walBeside).toBeGreaterThan(limit)

  other.exec('commit')
  other.close()
  for (const saver of savers) expect((await saver.saveLineup(getEntryOrder(1))).outcome).toBe('saved')
  const walAfter = walSize()
  expect((await server.stop()).code).toBe(0)
  const { broken, ...figures } = await compareWithStore(file, log.saves)
  report('a reader that does not end', {
    ...figures,
    'log alone MB': toMb(walBefore),
    'log beside MB': toMb(walBeside),
    'log after MB': toMb(walAfter),
    'log of 440 saves MB': toMb(walOfSaves),
    'save alone, beside ms': `${saveAlone.toFixed(1)} ${saveBeside.toFixed(1)}`,
    'slowest page alone, beside ms': `${Math.round(pageAlone)} ${Math.round(pageBeside)}`,
  })
  expect(broken).toEqual([])
  expect(walAfter).toBeLessThanOrEqual(limit)
  expect(pageBeside).toBeLessThan(2_000)
})
