import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { updateTimeZone } from '#db/mail/mail-addresses.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { isOnPostgres, openNewDatabase } from '#tests/support/databases.ts'

let db: Db
let managerId: number
let otherId: number

beforeEach(async () => {
  db = await openNewDatabase()
  await migrate(db)
  managerId = await ensureManager(db, { issuer: 'https://idp.test', subject: 'player', now: 1 })
  otherId = await ensureManager(db, { issuer: 'https://idp.test', subject: 'other', now: 1 })
  for (const id of [managerId, otherId]) {
    const address = { manager_id: id, address: `player${id}@example.org`, created_at: 1 }
    await db.insertInto('mail_addresses').values(address).execute()
  }
})

async function readZone(id = managerId): Promise<string | null> {
  const of = db.selectFrom('mail_addresses').select('time_zone').where('manager_id', '=', id)
  return (await of.executeTakeFirstOrThrow()).time_zone
}

test('another time zone is stored, and the host city’s', async () => {
  await updateTimeZone(db, { managerId, timeZone: 'Asia/Tokyo' })
  expect(await readZone()).toBe('Asia/Tokyo')
  await updateTimeZone(db, { managerId, timeZone: null })
  expect(await readZone()).toBeNull()
})

test('nobody else’s changes', async () => {
  await updateTimeZone(db, { managerId: otherId, timeZone: 'Europe/Oslo' })
  await updateTimeZone(db, { managerId, timeZone: 'Asia/Tokyo' })
  expect([await readZone(), await readZone(otherId)]).toEqual(['Asia/Tokyo', 'Europe/Oslo'])
})

test.runIf(!isOnPostgres)('the same one is no write, which would wait for those of others', async () => {
  await updateTimeZone(db, { managerId, timeZone: 'Asia/Tokyo' })
  await sql`pragma query_only = 1`.execute(db)
  await updateTimeZone(db, { managerId, timeZone: 'Asia/Tokyo' })
  await expect(updateTimeZone(db, { managerId, timeZone: null })).rejects.toThrow(/readonly/)
})
