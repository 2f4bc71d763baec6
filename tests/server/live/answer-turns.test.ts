import { expect, test } from 'vitest'
import { createAnswerTurns } from '#app/server/live/answer-turns.server.ts'

/** In which turn of the event loop each of these answers starts. */
async function findTurns(count: number, isRequestWaiting: (turn: number) => boolean): Promise<number[]> {
  const waitForTurn = createAnswerTurns()
  const started: number[] = []
  let turn = 0
  for (let n = 0; n < count; n += 1) waitForTurn(() => isRequestWaiting(turn)).then(() => started.push(turn))
  while (started.length < count) {
    turn += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  return started
}

test('one answer starts in a turn of the event loop', async () => {
  const [first = 0, ...others] = await findTurns(4, () => false)
  expect(others).toEqual([first + 1, first + 2, first + 3])
})

test('an answer gives way to a request that waits, for four turns at most', async () => {
  const [alone = 0] = await findTurns(1, () => false)
  expect(await findTurns(1, (turn) => turn < alone + 2)).toEqual([alone + 2])
  expect(await findTurns(2, () => true)).toEqual([alone + 3, alone + 7])
})
