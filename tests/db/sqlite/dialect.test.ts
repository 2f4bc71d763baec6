import Database from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { openDatabase } from '#db/sqlite/open.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { makeFolder } from '#tests/faults/support/game.ts'
import { migrations } from '../../../migrations/index.ts'

/** The connection while another process holds the lock, and when SQLite itself rolls back. */
let home: ReturnType<typeof makeFolder>
let db: Db
let other: Database.Database

beforeEach(async () => {
  home = makeFolder()
  db = openDatabase(home.file, { mayCreate: true })
  await migrate(db)
  other = new Database(home.file)
})
afterEach(async () => {
  other.close()
  await db.destroy()
  home.remove()
})

const bump = () => db.transaction().execute((tx) => bumpVersion(tx, 'news'))
const news = () => db.selectFrom('versions').select('n').where('topic', '=', 'news').executeTakeFirstOrThrow()

test('a save waits for another process’s lock without blocking reads', async () => {
  const before = await news()
  other.exec('begin immediate')
  let isSaved = false
  const saving = bump().then(() => {
    isSaved = true
  })
  for (let reads = 0; reads < 50; reads += 1) expect(await news()).toEqual(before)
  expect(isSaved).toBe(false)
  other.exec('commit')
  await saving
  expect(await news()).toEqual({ n: before.n + 1 })
})

test('a single statement waits in the same way', async () => {
  const before = await news()
  other.exec('begin immediate')
  const saving = bumpVersion(db, 'news')
  expect(await news()).toEqual(before)
  other.exec('commit')
  await saving
  expect(await news()).toEqual({ n: before.n + 1 })
})

test('waiting for a lock ends after 2 seconds, for many statements as for one', async () => {
  const before = await news()
  other.exec('begin immediate')
  const began = performance.now()
  await expect(bump()).rejects.toThrow('locked')
  const oneMs = performance.now() - began
  const saves = await Promise.allSettled(Array.from({ length: 20 }, bump))
  // In sequence they would take twenty times as long.
  expect(performance.now() - began).toBeLessThan(10 * oneMs)
  expect(saves.map((save) => save.status === 'rejected' && save.reason.code)).toEqual(
    Array.from({ length: 20 }, () => 'SQLITE_BUSY'),
  )
  other.exec('rollback')
  expect(await news()).toEqual(before)
  await bump()
  expect(await news()).toEqual({ n: before.n + 1 })
})

test('a transaction that SQLite rolled back throws its own error, and the next one works', async () => {
  const ended = db.transaction().execute(async (tx) => {
    await bumpVersion(tx, 'news')
    await sql`rollback`.execute(tx)
    throw new Error('disk is full')
  })
  await expect(ended).rejects.toThrow('disk is full')
  await bump()
})

test('a failed migration leaves no changes behind', async () => {
  const empty = openDatabase(`${home.file}.new`, { mayCreate: true })
  const broken = {
    async up(inner: Kysely<unknown>) {
      await sql`create table half (id integer)`.execute(inner)
      throw new Error('halfway')
    },
  }
  await expect(migrate(empty, { ...migrations, '9999-broken': broken })).rejects.toThrow('halfway')
  const tables = await sql<{ name: string }>`select name from sqlite_master where name = 'half'`.execute(
    empty,
  )
  expect(tables.rows).toEqual([])
  await empty.destroy()
})

test('a statement that stays prepared follows a schema that another process changes', async () => {
  const rows = () => sql<Record<string, unknown>>`select * from versions where topic = 'news'`.execute(db)
  const { rows: before } = await rows()
  other.exec('alter table versions add column note text')
  expect((await rows()).rows).toEqual(before.map((row) => ({ ...row, note: null })))
})

test('statements beyond those that stay prepared give the same answers', async () => {
  const count = async (n: number) => {
    const { rows } = await sql<{ n: number }>`select ${sql.lit(n)} as n`.execute(db)
    return rows[0]?.n
  }
  for (let round = 0; round < 2; round += 1) for (let n = 0; n < 400; n += 1) expect(await count(n)).toBe(n)
})
