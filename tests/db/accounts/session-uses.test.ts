import { beforeEach, expect, test } from 'vitest'
import { maxWaiting, recordSessionUse, storeSessionUses } from '#app/auth/session/session-uses.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { insertSession } from '#db/accounts/sessions.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { openNewDatabase } from '#tests/support/databases.ts'

const now = 1_750_000_000_000

let db: Db
let managerId: number

beforeEach(async () => {
  db = await openNewDatabase()
  await migrate(db)
  managerId = await ensureManager(db, { issuer: 'https://idp.test', subject: 'player', now })
})

async function begin(count: number): Promise<string[]> {
  const idHashes = Array.from({ length: count }, (_, n) => `session ${n}`)
  for (const id_hash of idHashes)
    await insertSession(
      db,
      { id_hash, manager_id: managerId, is_admin: 0, created_at: 1, last_seen_at: 1 },
      0,
    )
  return idHashes
}

async function readUses(): Promise<number[]> {
  const rows = await db.selectFrom('sessions').select('last_seen_at').orderBy('id_hash').execute()
  return rows.map((row) => row.last_seen_at)
}

const use = (idHash: string) => recordSessionUse(db, idHash, now)

test('uses are stored together, of those sessions alone', async () => {
  const idHashes = await begin(9)
  for (const idHash of idHashes.slice(0, 7)) use(idHash)
  expect(await readUses()).toEqual(Array(9).fill(1))
  await storeSessionUses(db)
  expect(await readUses()).toEqual([...Array(7).fill(now), 1, 1])
  await storeSessionUses(db)
  expect(await readUses()).toEqual([...Array(7).fill(now), 1, 1])
})

test('a use is stored by itself', async () => {
  const [idHash = ''] = await begin(1)
  use(idHash)
  await expect.poll(readUses, { timeout: 10_000 }).toEqual([now])
})

test('a full list records no more, and a later use of the same session is recorded', async () => {
  const [idHash = ''] = await begin(1)
  for (let n = 0; n < maxWaiting; n += 1) use(`of nobody ${n}`)
  use(idHash)
  await storeSessionUses(db)
  expect(await readUses()).toEqual([1])
  use(idHash)
  await storeSessionUses(db)
  expect(await readUses()).toEqual([now])
})

test('a database that cannot be written loses uses, and nobody gets an error', async () => {
  const [idHash = ''] = await begin(1)
  use(idHash)
  await db.destroy()
  await expect(storeSessionUses(db)).resolves.toBeUndefined()
})
