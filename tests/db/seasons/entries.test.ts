import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listEntries, listFinalOrder } from '#db/seasons/entries.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { makeFolder } from '#tests/faults/support/game.ts'
import { openTestDatabase } from '../../support/test-database.ts'

/** Entries are cached between changes of the season, and a change by any process is visible at once. */
let home: ReturnType<typeof makeFolder>
let db: Db
let gameId: number

beforeEach(async () => {
  home = makeFolder()
  const store = await openTestDatabase(openDatabase(home.file, { mayCreate: true }))
  db = store.db
  gameId = store.contest.id
})
afterEach(async () => {
  await db.destroy()
  home.remove()
})

const rename = (tx: Db, song: string) =>
  tx.updateTable('entries').set({ song }).where('code', '=', 'AT').execute()
const change = (of: Db, song: string) =>
  of.transaction().execute(async (tx) => {
    await rename(tx, song)
    await bumpVersion(tx, 'game')
  })
const austria = async (of: Db) =>
  (await listEntries(of, gameId)).find(({ code }) => code === 'AT')?.song ?? 'Austria is missing'

test('unchanged entries are read once', async () => {
  expect(await listEntries(db, gameId)).toBe(await listEntries(db, gameId))
  expect(await listEntries(db, gameId)).not.toBe(await listEntries(db, gameId + 1))
})

test('a change is seen at once, also by another process', async () => {
  const before = await austria(db)
  await change(db, 'First')
  expect(before).not.toBe('First')
  expect(await austria(db)).toBe('First')
  const other = openDatabase(home.file)
  await change(other, 'Second')
  await other.destroy()
  expect(await austria(db)).toBe('Second')
})

test('a transaction sees its own change, and a rolled back one is never cached', async () => {
  await change(db, 'First')
  expect(await austria(db)).toBe('First')
  const undone = db.transaction().execute(async (tx) => {
    await rename(tx, 'Never')
    await bumpVersion(tx, 'game')
    expect(await austria(tx)).toBe('Never')
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  expect(await austria(db)).toBe('First')
  await change(db, 'Second')
  expect(await austria(db)).toBe('Second')
})

test('two databases have separate caches', async () => {
  const other = await openTestDatabase()
  await change(db, 'Here')
  await change(other.db, 'There')
  expect([await austria(db), await austria(other.db)]).toEqual(['Here', 'There'])
  await other.db.destroy()
})

test('eight seasons are cached at most: the least recently read is read again', async () => {
  const first = await listEntries(db, gameId)
  for (let season = 1; season < 8; season += 1) await listEntries(db, gameId + season)
  expect(await listEntries(db, gameId)).toBe(first)
  await listEntries(db, gameId + 8)
  expect(await listEntries(db, gameId)).not.toBe(first)
  expect(await listEntries(db, gameId)).toEqual(first)
})

test('the final’s running order is no part of the entries, which pages send to browsers', async () => {
  const entries = await listEntries(db, gameId)
  const order = await listFinalOrder(db, gameId)
  const places = entries.map(({ code, id, ...entry }) => [code, entry.semiRunningOrder, order.get(id)])
  expect(places).toEqual(
    expect.arrayContaining([
      ['AL', 12, 26],
      ['AU', 1, undefined],
      ['IT', null, 14],
    ]),
  )
  expect(JSON.stringify(entries)).not.toContain('finalRunningOrder')
  expect(order.size).toBe(26)
})

test('a change of the final’s running order is seen at once', async () => {
  const before = await listFinalOrder(db, gameId)
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('entries').set({ final_running_order: null }).where('code', '=', 'AL').execute()
    await bumpVersion(tx, 'game')
  })
  expect([before.size, (await listFinalOrder(db, gameId)).size]).toEqual([26, 25])
})
