import { expect, test } from 'vitest'
import { lockExclusive, lockShared } from '#db/sqlite/file-lock.server.ts'
import { newDatabasePath } from '#tests/support/database-files.ts'

test('two servers can share a database, as during a deploy; an exclusive lock excludes both', () => {
  const file = newDatabasePath()
  const first = lockShared(file)
  const second = lockShared(file)
  expect([first, second].map((release) => release !== undefined)).toEqual([true, true])
  first?.()
  expect(lockExclusive(file)).toBeUndefined()
  second?.()
  const alone = lockExclusive(file)
  expect(alone).toBeDefined()
  expect(lockShared(file)).toBeUndefined()
  alone?.()
  expect(lockShared(file)).toBeDefined()
})
