import { beforeEach, expect, test } from 'vitest'
import { coalesce } from '#app/server/monitoring/coalesce.server.ts'

/** A clock that goes only when it is told to, and work that ends only then. */
let now: number
let alarms: { at: number; ring: () => void }[]
let works: { done: (result: string) => void; fail: (error: Error) => void }[]
let ask: () => Promise<string>

beforeEach(() => {
  now = 0
  alarms = []
  works = []
  const wait = (ms: number) => new Promise<void>((ring) => alarms.push({ at: now + ms, ring }))
  const work = () => new Promise<string>((done, fail) => works.push({ done, fail }))
  ask = coalesce(work, { minIntervalMs: 200, now: () => now, wait })
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

async function goTo(instant: number): Promise<void> {
  now = instant
  for (const { ring } of alarms.filter(({ at }) => at <= now)) ring()
  alarms = alarms.filter(({ at }) => at > now)
  await settled()
}

test('who asks at once is told by one look, who asks while it is taken by the next, and not before it is time', async () => {
  const first = [ask(), ask(), ask()]
  await goTo(0)
  expect(works).toHaveLength(1)
  const later = [ask(), ask()]
  works[0]?.done('first')
  expect(await Promise.all(first)).toEqual(['first', 'first', 'first'])
  await goTo(199)
  expect(works).toHaveLength(1)
  await goTo(200)
  expect(works).toHaveLength(2)
  works[1]?.done('second')
  expect(await Promise.all(later)).toEqual(['second', 'second'])
})

test('who asks after a pause does not wait', async () => {
  void ask()
  await goTo(0)
  works[0]?.done('first')
  now = 1_000
  const second = ask()
  await goTo(1_000)
  expect(works).toHaveLength(2)
  works[1]?.done('second')
  expect(await second).toBe('second')
})

test('a failure is told to all who share it, and the next look is taken all the same', async () => {
  const first = [ask(), ask()].map((asked) => asked.catch((error: Error) => error.message))
  await goTo(0)
  works[0]?.fail(new Error('a bug'))
  expect(await Promise.all(first)).toEqual(['a bug', 'a bug'])
  const second = ask()
  await goTo(200)
  works[1]?.done('whole')
  expect(await second).toBe('whole')
})
