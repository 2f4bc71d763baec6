import { beforeEach, expect, test } from 'vitest'
import { coalesce } from '#app/server/monitoring/health-check.server.ts'

/** A clock that the test moves, and runs that the test ends. */
let now: number
let timers: { at: number; ring: () => void }[]
let runs: { done: (result: string) => void; fail: (error: Error) => void }[]
let call: () => Promise<string>

beforeEach(() => {
  now = 0
  timers = []
  runs = []
  const wait = (ms: number) => new Promise<void>((ring) => timers.push({ at: now + ms, ring }))
  const run = () => new Promise<string>((done, fail) => runs.push({ done, fail }))
  call = coalesce(run, { minIntervalMs: 200, now: () => now, wait })
})

const settle = () => new Promise((resolve) => setImmediate(resolve))

async function setClock(instant: number): Promise<void> {
  now = instant
  for (const { ring } of timers.filter(({ at }) => at <= now)) ring()
  timers = timers.filter(({ at }) => at > now)
  await settle()
}

test('concurrent calls share one run; calls during it share the next, which starts no sooner than the interval allows', async () => {
  const first = [call(), call(), call()]
  await setClock(0)
  expect(runs).toHaveLength(1)
  const later = [call(), call()]
  runs[0]?.done('first')
  expect(await Promise.all(first)).toEqual(['first', 'first', 'first'])
  await setClock(199)
  expect(runs).toHaveLength(1)
  await setClock(200)
  expect(runs).toHaveLength(2)
  runs[1]?.done('second')
  expect(await Promise.all(later)).toEqual(['second', 'second'])
})

test('a call after the interval does not wait', async () => {
  void call()
  await setClock(0)
  runs[0]?.done('first')
  now = 1_000
  const second = call()
  await setClock(1_000)
  expect(runs).toHaveLength(2)
  runs[1]?.done('second')
  expect(await second).toBe('second')
})

test('all callers of a failed run get its error, and the next run starts all the same', async () => {
  const first = [call(), call()].map((result) => result.catch((error: Error) => error.message))
  await setClock(0)
  runs[0]?.fail(new Error('a bug'))
  expect(await Promise.all(first)).toEqual(['a bug', 'a bug'])
  const second = call()
  await setClock(200)
  runs[1]?.done('recovered')
  expect(await second).toBe('recovered')
})
