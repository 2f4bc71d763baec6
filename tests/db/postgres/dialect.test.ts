import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { engineOf, openDatabase } from '#db/engine.server.ts'
import { isDatabaseUnavailable, isOutcomeUnknown } from '#db/errors.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { preparedStatementLimit } from '#db/postgres/dialect.server.ts'
import { postgres } from '#db/postgres/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { lockDatabase, newDatabase, onServer } from '#tests/support/databases.ts'

/** One writer at a time, and connections that are lost. `other` is another process. */
let location: string
let db: Db
let other: Db

beforeEach(async () => {
  location = await newDatabase('dialect')
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

/** Reads, waits and writes what it read: lost when another transaction writes in between. */
const countUp = (of: Db) =>
  of.transaction().execute(async (tx) => {
    const { n } = await findNews(tx)
    await sql`select pg_sleep(0.002)`.execute(tx)
    await tx
      .updateTable('versions')
      .set({ n: n + 1 })
      .where('topic', '=', 'news')
      .execute()
  })

/** Ends all connections to the database, as an operator or a failing network does. */
const endConnections = () =>
  onServer((server) => {
    const name = new URL(location).pathname.slice(1)
    return sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(server)
  })

test('what a transaction has read still holds when it commits, in two processes at once', async () => {
  const transactions = Array.from({ length: 100 }, (_, index) => countUp(index % 2 === 0 ? db : other))
  await Promise.all(transactions)
  expect(await findNews(db)).toEqual({ n: 100 })
})

test('a single statement that writes waits for the transaction that writes before it', async () => {
  let isWritten = false
  await other.transaction().execute(async (tx) => {
    const { n } = await findNews(tx)
    const writing = bumpVersion(db, 'news').then(() => {
      isWritten = true
    })
    void writing.catch(() => {})
    for (let reads = 0; reads < 50; reads += 1) await findNews(db)
    expect(isWritten).toBe(false)
    await tx
      .updateTable('versions')
      .set({ n: n + 10 })
      .where('topic', '=', 'news')
      .execute()
  })
  await countUp(db)
  expect(await findNews(db)).toEqual({ n: 12 })
})

test('waiting for the lock ends after 5 seconds, and nothing is written; reads go on meanwhile', async () => {
  const release = await lockDatabase(location)
  const saves = Promise.allSettled(Array.from({ length: 12 }, () => countUp(db)))
  for (let reads = 0; reads < 200; reads += 1) expect(await findNews(db)).toEqual({ n: 0 })
  const ends = await saves
  expect(ends.every((end) => end.status === 'rejected' && isDatabaseUnavailable(end.reason))).toBe(true)
  await release()
  await countUp(db)
  expect(await findNews(db)).toEqual({ n: 1 })
})

test('a transaction that fails leaves nothing behind, and the next one works', async () => {
  const failing = db.transaction().execute(async (tx) => {
    await bumpVersion(tx, 'news')
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  const broken = db.transaction().execute(async (tx) => {
    await bumpVersion(tx, 'news')
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(broken).rejects.toThrow('division by zero')
  await countUp(db)
  expect(await findNews(db)).toEqual({ n: 1 })
})

test('a connection that ends in a transaction is replaced, and its lock is free', async () => {
  const ended = db.transaction().execute(async (tx) => {
    await bumpVersion(tx, 'news')
    await endConnections()
    await findNews(tx)
  })
  const error = await ended.catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error)).toBe(true)
  await countUp(db)
  expect(await findNews(db)).toEqual({ n: 1 })
})

test('a connection that ends while a transaction is committed leaves unknown whether it is, and is replaced', async () => {
  const statements = [
    sql`create function end_connection() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid()); return null; end $$`,
    sql`create constraint trigger ended after update on versions deferrable initially deferred
      for each row execute function end_connection()`,
  ]
  for (const statement of statements) await statement.execute(other)
  for (const write of [() => countUp(db), () => bumpVersion(db, 'news')]) {
    const error = await write().catch((reason: unknown) => reason)
    expect([isOutcomeUnknown(error), isDatabaseUnavailable(error)]).toEqual([true, false])
  }
  await sql`drop trigger ended on versions`.execute(other)
  await countUp(db)
  expect(await findNews(db)).toEqual({ n: 1 })
})

test('connections that end while nobody uses them are replaced without an error', async () => {
  await Promise.all([findNews(db), findNews(db), countUp(db), findNews(other)])
  await endConnections()
  await Promise.allSettled([findNews(db), countUp(other)])
  expect(await findNews(db)).toMatchObject({ n: expect.any(Number) })
  await countUp(db)
})

test('a server that cannot be reached is an error of the database, and no bug', async () => {
  const url = new URL(location)
  url.port = '1'
  const away = openDatabase(url.href)
  const error = await findNews(away).catch((reason: unknown) => reason)
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(String(error)).toMatch(/cannot be reached: .*ECONNREFUSED/)
  await away.destroy()
})

test('numbers come as numbers, bytes as bytes, and texts in the order of their characters’ codes', async () => {
  const { rows } = await sql<{ big: number; total: number; bytes: Uint8Array; texts: string }>`select
    1767225600000::bigint as big, sum(n) as total, '\\x00ff'::bytea as bytes,
    (select string_agg(text, '' order by text) from (values ('b'), ('B'), ('a'), ('é'), ('Z')) as texts(text)) as texts
    from (values (1::bigint), (2)) as numbers(n)`.execute(db)
  expect(rows).toEqual([{ big: 1_767_225_600_000, total: 3, bytes: Buffer.from([0, 255]), texts: 'BZabé' }])
})

test('the clock of all processes is the database’s, and runs on within a transaction', async () => {
  expect(engineOf(db)).toBe(postgres)
  await db.transaction().execute(async (tx) => {
    const first = await postgres.readClock(tx)
    await sql`select pg_sleep(0.02)`.execute(tx)
    expect((await postgres.readClock(tx)) - first).toBeGreaterThanOrEqual(20)
  })
})

test('ids are left out, and the next row has the one behind them', async () => {
  await sql`insert into managers (issuer, subject, created_at) values ('i', 'one', 1)`.execute(db)
  const insertAddress = (manager: number) =>
    db
      .insertInto('mail_addresses')
      .values({
        manager_id: manager,
        address: 'a@example.org',
        time_zone: null,
        created_at: 1,
        confirmed_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  expect(await insertAddress(1)).toEqual({ id: 1 })
  await postgres.skipIds(db, 'mail_addresses', 1000)
  await db.deleteFrom('mail_addresses').execute()
  expect(await insertAddress(1)).toEqual({ id: 1002 })
})

test('a column that a newer version adds while this one runs breaks no statement', async () => {
  const readAll = () => db.selectFrom('versions').selectAll().where('topic', '=', 'news').execute()
  const before = await Promise.all([findNews(db), readAll(), countUp(db)])
  await sql`alter table versions add column noted text not null default 'new'`.execute(other)
  const [news, [row]] = await Promise.all([findNews(db), readAll(), countUp(db)])
  expect(news.n).toBeGreaterThanOrEqual(before[0].n)
  expect(row).toMatchObject({ topic: 'news', noted: 'new' })
})

test('a statement that comes again is planned once for each connection, whatever else is sent', async () => {
  for (let id = 1; id <= 30; id += 1) await findNews(db)
  for (let length = 1; length <= 300; length += 1)
    await db
      .selectFrom('managers')
      .select('id')
      .where(
        'id',
        'in',
        Array.from({ length }, (_, id) => id),
      )
      .execute()
  const named = sql<{
    statement: string
    total: number
  }>`select statement, generic_plans + custom_plans as total
    from pg_prepared_statements where statement like 'select "n" from "versions"%'`
  const { rows } = await db.connection().execute((one) => named.execute(one))
  expect(rows).toEqual([{ statement: expect.any(String), total: expect.any(Number) }])
  const counted = sql<{ total: number }>`select count(*) as total from pg_prepared_statements`
  const { rows: all } = await db.connection().execute((one) => counted.execute(one))
  expect(all[0]?.total).toBeLessThanOrEqual(preparedStatementLimit)
})
