import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { updateTimeZone } from '#db/mail/mail-addresses.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { isOnPostgres, openNewDatabase } from '#tests/support/databases.ts'

let db: Db
let managerId: number

beforeEach(async () => {
  db = await openNewDatabase()
  await migrate(db)
  managerId = await ensureManager(db, { issuer: 'https://idp.test', subject: 'player', now: 1 })
  const address = { manager_id: managerId, address: 'player@example.org', created_at: 1 }
  await db.insertInto('mail_addresses').values(address).execute()
})

const readZone = async () =>
  (await db.selectFrom('mail_addresses').select('time_zone').executeTakeFirstOrThrow()).time_zone

test('another time zone is stored, and the host city’s', async () => {
  await updateTimeZone(db, { managerId, timeZone: 'Asia/Tokyo' })
  expect(await readZone()).toBe('Asia/Tokyo')
  await updateTimeZone(db, { managerId, timeZone: null })
  expect(await readZone()).toBeNull()
})

test.runIf(!isOnPostgres)('the same one is no write, which would wait for those of others', async () => {
  await updateTimeZone(db, { managerId, timeZone: 'Asia/Tokyo' })
  await sql`pragma query_only = 1`.execute(db)
  await updateTimeZone(db, { managerId, timeZone: 'Asia/Tokyo' })
  await expect(updateTimeZone(db, { managerId, timeZone: null })).rejects.toThrow(/readonly/)
})
