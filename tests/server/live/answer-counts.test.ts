import { expect, test } from 'vitest'
import { createAnswerCounts } from '#app/server/live/answer-counts.server.ts'

test('the log gets the answers of each kind once a minute, and none twice', () => {
  let now = 0
  const logged: unknown[] = []
  const countAnswer = createAnswerCounts(
    (counts) => logged.push(counts),
    () => now,
  )
  for (const kind of ['unchanged', 'unchanged', 'changed', 'put-off'] as const) countAnswer(kind)
  now = 59_999
  countAnswer('gone')
  expect(logged).toEqual([])
  now = 60_000
  countAnswer('unchanged')
  expect(logged).toEqual([{ unchanged: 3, changed: 1, 'put-off': 1, 'signed-out': 0, gone: 1 }])
  now = 120_000
  countAnswer('changed')
  expect(logged.slice(1)).toEqual([{ unchanged: 0, changed: 1, 'put-off': 0, 'signed-out': 0, gone: 0 }])
})
