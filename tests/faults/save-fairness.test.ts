import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGame } from './support/concurrent-saves.ts'
import { report } from './support/game.ts'

/**
 * One manager saves eight times at once, through five sessions and three tokens, and another saves beside that: how long this takes,
 * compared with the same save alone, and with its floor: beside eight requests that are refused by their heads.
 */
const rounds = 40
/** Each manager may save thirty times a minute: eight times in three rounds, or three times in each of nine. */
const [roundsOfOne, roundsOfOther] = [3, 9]

let game: Awaited<ReturnType<typeof startGame>>

beforeAll(async () => {
  game = await startGame()
})
afterAll(() => game.stop())

type Manager = Awaited<ReturnType<typeof game.openManager>>

async function measureSave(manager: Manager, n: number): Promise<number> {
  const startedAt = performance.now()
  await manager.save(n).saved
  return performance.now() - startedAt
}

/** The other's save begins `delayMs` after the eight that `send` sends. */
async function saveBesideEight(
  send: Manager['save'],
  other: Manager,
  { n, delayMs }: { n: number; delayMs: number },
) {
  let acknowledged = 0
  const eight = Array.from({ length: 8 }, async (_, save) => {
    await send(save).saved
    acknowledged += 1
  })
  if (delayMs > 0) await pause(delayMs)
  const before = acknowledged
  const ms = await measureSave(other, n)
  const overtaking = acknowledged - before
  await Promise.all(eight)
  return { ms, overtaking }
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

test.each([
  ['begun with them', 0],
  ['begun within 20 ms', 20],
])(
  'beside eight saves of one manager a save of another, %s, waits for two of them at most',
  async (when, mostMs) => {
    const open = (subject: string) => game.openManager(`${subject} ${when}`)
    const alone: number[] = []
    const floor: number[] = []
    const beside: Awaited<ReturnType<typeof saveBesideEight>>[] = []
    let [one, other] = [await open('one'), await open('other')]
    for (let round = 0; round < rounds; round += 1) {
      if (round % roundsOfOne === 0) one = await open(`one ${round}`)
      if (round % roundsOfOther === 0) other = await open(`other ${round}`)
      const way = { n: round % 5, delayMs: (mostMs * (round % 10)) / 9 }
      if (round % 2 === 0) beside.push(await saveBesideEight(one.save, other, way))
      alone.push(await measureSave(other, (round + 1) % 5))
      floor.push((await saveBesideEight(one.sendRefused, other, { ...way, n: (round + 2) % 5 })).ms)
      if (round % 2 === 1) beside.push(await saveBesideEight(one.save, other, { ...way, n: (round + 3) % 5 }))
    }
    const [ms, floorMs, besideMs] = [median(alone), median(floor), median(beside.map((each) => each.ms))]
    report(`eight saves of one manager at once, another's ${when}`, {
      'alone ms': ms.toFixed(1),
      'beside refused ones ms': floorMs.toFixed(1),
      'beside ms': besideMs.toFixed(1),
      ratio: (besideMs / ms).toFixed(2),
      'ratio to floor': (besideMs / floorMs).toFixed(2),
    })
    expect(median(beside.map(({ overtaking }) => overtaking))).toBeLessThan(3)
  },
)
