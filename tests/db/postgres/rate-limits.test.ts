import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { newDatabase, stopDatabaseClock } from '#tests/support/databases.ts'

/** Rate limits that two processes count together. */
const minute = 60_000
const start = Date.parse('2025-05-13T18:59:00Z')
let location: string
let one: Db
let other: Db

beforeEach(async () => {
  location = await newDatabase('limits')
  one = openDatabase(location)
  other = openDatabase(location)
  await migrate(one)
  await stopDatabaseClock(location, start)
})
afterEach(() => Promise.all([one.destroy(), other.destroy()]))

const isPassing = async (db: Db, key = '7') => (await rateLimits.save.consume(db, key)).ok

test('of 80 saves at once in two processes 30 pass', async () => {
  const sent = Array.from({ length: 80 }, (_, n) => isPassing(n % 2 ? one : other))
  expect((await Promise.all(sent)).filter(Boolean)).toHaveLength(30)
  expect(await isPassing(other, '8')).toBe(true)
})

test('one passes again when the first has left the window, and both processes say when', async () => {
  for (let n = 0; n < 29; n += 1) await isPassing(one)
  await stopDatabaseClock(location, start + 20_500)
  expect(await isPassing(other)).toBe(true)
  for (const db of [one, other]) {
    expect(await rateLimits.save.consume(db, '7')).toEqual({ ok: false, retryAfterSeconds: 40 })
    expect(await rateLimits.save.peek(db, '7')).toEqual({ ok: false, retryAfterSeconds: 40 })
  }
  await stopDatabaseClock(location, start + minute)
  expect(await rateLimits.save.peek(one, '7')).toEqual({ ok: true })
  for (let n = 0; n < 29; n += 1) expect(await isPassing(n % 2 ? one : other)).toBe(true)
  expect(await rateLimits.save.consume(one, '7')).toEqual({ ok: false, retryAfterSeconds: 21 })
})

test('limits of different names do not share their counts', async () => {
  for (let n = 0; n < 30; n += 1) await isPassing(one)
  expect(await isPassing(one)).toBe(false)
  expect((await rateLimits.write.consume(one, '7')).ok).toBe(true)
})

test('keys whose window is over are deleted, and no text of a visitor is stored', async () => {
  for (let n = 0; n < 20; n += 1) await isPassing(one, `${'x'.repeat(256_000)}${n}`)
  expect(await listKeys()).toHaveLength(20)
  await stopDatabaseClock(location, start + minute)
  for (let n = 0; n < 20; n += 1) await isPassing(one, 'later')
  expect(await listKeys()).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
})

test('a request is not counted in the turn of those who write', async () => {
  const transaction = await one.startTransaction().execute()
  expect(await isPassing(other)).toBe(true)
  await transaction.rollback().execute()
})

test('nothing is counted while the database is away: the write itself says so', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
  expect(await isPassing(away)).toBe(true)
  await away.destroy()
})

async function listKeys(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(one)
  return rows.map(({ key }) => key)
}
