import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import { makeFolder } from '#tests/faults/support/game.ts'

const { file, remove } = makeFolder()
afterEach(remove)

test('a save is on disk before it is acknowledged, also after the file is opened again', async () => {
  for (const mayCreate of [true, false]) {
    const db = openDatabase(file, { mayCreate })
    const settings = await Promise.all([
      sql`pragma journal_mode`.execute(db),
      sql`pragma synchronous`.execute(db),
    ])
    // 2 is FULL: the log is written to the disk with each commit.
    expect(settings.map(({ rows }) => rows)).toEqual([[{ journal_mode: 'wal' }], [{ synchronous: 2 }]])
    await db.destroy()
  }
})
