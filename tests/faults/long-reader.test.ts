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
const kept = 29

const toMb = (bytes: number) => Math.round(bytes / 1024 / 1024)

test('beside a reader that does not end saves are stored, pages stay quick, and the log is emptied after it', async () => {
  const { players, admin } = await makeGame(file, 60)
  const server = await startServer({ DATABASE_FILE: file })
  const log = createSaveLog()
  const savers = players.map((player) => openSaver(server.port, player, log))
  const walSize = () => statSync(`${file}-wal`).size
  const reader = openSaver(server.port, admin, log)

  /** Everybody saves `count` times; returns the slowest page meanwhile, in ms. */
  async function saveAll(count: number): Promise<number> {
    let slowest = 0
    let isOver = false
    const saving = Promise.all(
      savers.map(async (saver, n) => {
        for (let at = 0; at < count; at += 1)
          expect((await saver.saveTeam(`Team ${at}`, getEntryOrder(n + at))).outcome).toBe('saved')
      }),
    ).finally(() => {
      isOver = true
    })
    while (!isOver) {
      const startedAt = performance.now()
      expect((await reader.get('/songs?q=a')).status).toBe(200)
      slowest = Math.max(slowest, performance.now() - startedAt)
    }
    await saving
    return Math.round(slowest)
  }

  const alone = await saveAll(5)
  const walBefore = walSize()
  const other = new Database(file, { readonly: true })
  other.exec('begin')
  const seen = other.prepare('select count(*) from receipts').pluck()
  const receipts = seen.get()
  const beside = await saveAll(kept - 7)
  // What no player may do: enough to pass the limit of the log.
  const writer = new Database(file)
  writer.exec('create temp table filler as select randomblob(4000) as bytes')
  const pages = writer.prepare(
    'insert into images (name, bytes, created_at) values (?, zeroblob(1000000), 0)',
  )
  for (let n = 0; n < 80; n += 1) pages.run(`filler${n}`)
  writer.close()
  const walBeside = walSize()
  const pageStarted = performance.now()
  expect((await reader.get('/songs?q=b')).status).toBe(200)
  const pageMs = Math.round(performance.now() - pageStarted)
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
    'slowest page alone ms': alone,
    'slowest page beside ms': beside,
    'page beside a large log ms': pageMs,
  })
  expect(broken).toEqual([])
  expect(walAfter).toBeLessThanOrEqual(limit)
  expect(beside).toBeLessThan(2_000)
})
