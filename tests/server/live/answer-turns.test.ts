import { expect, test } from 'vitest'
import { createAnswerTurns } from '#app/server/live/answer-turns.server.ts'

interface Setting {
  isSaving: (turn: number) => boolean
  /** Of the answer with a number, from 0. */
  isGone: (n: number) => boolean
}

const alone: Setting = { isSaving: () => false, isGone: () => false }

/** In which turn of the event loop each of these answers starts; a turn takes a millisecond. */
async function findTurns(count: number, { isSaving, isGone }: Setting = alone): Promise<number[]> {
  let turn = 0
  const waitForTurn = createAnswerTurns(
    () => isSaving(turn),
    () => turn,
  )
  const started: number[] = []
  for (let n = 0; n < count; n += 1) waitForTurn(() => isGone(n)).then(() => started.push(turn))
  while (started.length < count) {
    turn += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  return started
}

test('one answer starts in a turn of the event loop', async () => {
  const [first = 0, ...others] = await findTurns(4)
  expect(others).toEqual([first + 1, first + 2, first + 3])
})

test('an answer gives way to saves, for ten milliseconds at most', async () => {
  const [first = 0] = await findTurns(1)
  expect(await findTurns(1, { ...alone, isSaving: (turn) => turn < first + 5 })).toEqual([first + 5])
  expect(await findTurns(2, { ...alone, isSaving: () => true })).toEqual([first + 9, first + 19])
})

test('an answer whose client is gone takes no turn of the others', async () => {
  const [first = 0] = await findTurns(1)
  const turns = await findTurns(4, { isSaving: () => true, isGone: (n) => n === 1 || n === 2 })
  expect(turns).toEqual([first + 9, first + 9, first + 9, first + 19])
})
