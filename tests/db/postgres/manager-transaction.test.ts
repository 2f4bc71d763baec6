import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { runManagerTransaction } from '#db/postgres/open.server.ts'
import type { Db } from '#db/schema.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { newDatabase } from '#tests/support/databases.ts'

/** Transactions of one manager, beside those of others and beside all other writes. `other` is another process. */
let db: Db
let other: Db

beforeEach(async () => {
  const location = await newDatabase('manager-transaction')
  db = openDatabase(location)
  other = openDatabase(location)
  await migrate(db)
})
afterEach(async () => {
  await db.destroy()
  await other.destroy()
})

const findNews = (of: Db) =>
  of.selectFrom('versions').select('n').where('topic', '=', 'news').executeTakeFirstOrThrow()

const countUp = (of: Db) => of.transaction().execute((tx) => bumpVersion(tx, 'news'))

/** Whether something is done once another process has read many times. */
async function isDoneSoon(pending: Promise<unknown>): Promise<boolean> {
  let isDone = false
  void pending.then(
    () => {
      isDone = true
    },
    () => {},
  )
  for (let reads = 0; reads < 50; reads += 1) await findNews(other)
  return isDone
}

test('transactions of different managers run at once, those of one manager one after another, in two processes', async () => {
  let same: Promise<unknown> = Promise.resolve()
  await runManagerTransaction(db, 1, async () => {
    same = runManagerTransaction(other, 1, findNews)
    await runManagerTransaction(other, 2, findNews)
    expect(await isDoneSoon(same)).toBe(false)
  })
  expect(await same).toEqual({ n: 0 })
})

test('transactions of a manager that wait for another process leave all connections but one to other managers', async () => {
  let waiting: Promise<unknown>[] = []
  await runManagerTransaction(other, 1, async () => {
    waiting = Array.from({ length: 20 }, () => runManagerTransaction(db, 1, findNews))
    await Promise.race([
      runManagerTransaction(db, 2, findNews),
      Promise.race(waiting).then(() => expect.unreachable()),
    ])
  })
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ n: 0 })))
})

test('a transaction of a manager that fails does not end those that wait for it', async () => {
  const failing = runManagerTransaction(db, 1, () => Promise.reject(new Error('a bug')))
  const next = runManagerTransaction(db, 1, findNews)
  await expect(failing).rejects.toThrow('a bug')
  expect(await next).toEqual({ n: 0 })
})

test('every other transaction waits for those of managers, and they wait for it', async () => {
  let counting: Promise<unknown> = Promise.resolve()
  await runManagerTransaction(db, 1, async () => {
    counting = countUp(other)
    expect(await isDoneSoon(counting)).toBe(false)
  })
  await counting
  let waiting: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    waiting = runManagerTransaction(other, 2, findNews)
    expect(await isDoneSoon(waiting)).toBe(false)
    await bumpVersion(tx, 'news')
  })
  expect(await waiting).toEqual({ n: 2 })
})

test('a transaction of a manager is not part of another transaction', async () => {
  const nested = db.transaction().execute((tx) => runManagerTransaction(tx, 1, findNews))
  await expect(nested).rejects.toThrow('not part of another')
})
