import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runErasingTransaction } from '#db/sqlite/engine.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

test('every erasure overwrites the deleted data, not only the first', async () => {
  const { db } = await openTestDatabase()
  const modes: unknown[] = []
  const ask = async (on: typeof db) =>
    modes.push(
      (await sql<{ secure_delete: number }>`pragma secure_delete`.execute(on)).rows[0]?.secure_delete,
    )
  for (let n = 0; n < 3; n += 1) {
    await runErasingTransaction(db, ask)
    await ask(db)
  }
  expect(modes).toEqual([1, 2, 1, 2, 1, 2])
})
