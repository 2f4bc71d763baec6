import { expect, test } from 'vitest'
import { holdAlone, holdShared } from '#db/hold.server.ts'
import { freshPath } from '#tests/files.ts'

test('two servers may hold one database, as during a deploy; whoever replaces it waits for both', () => {
  const file = freshPath()
  const first = holdShared(file)
  const second = holdShared(file)
  expect([first, second].map((release) => release !== undefined)).toEqual([true, true])
  first?.()
  expect(holdAlone(file)).toBeUndefined()
  second?.()
  const alone = holdAlone(file)
  expect(alone).toBeDefined()
  expect(holdShared(file)).toBeUndefined()
  alone?.()
  expect(holdShared(file)).toBeDefined()
})
