import { expect, test } from 'vitest'
import { limitConcurrency } from '#app/server/load-shedding/concurrency-limit.server.ts'

/** Work that ends when it is told to. */
function open() {
  let end = () => {}
  const ended = new Promise<string>((resolve) => {
    end = () => resolve('done')
  })
  return { end: () => end(), work: () => ended }
}

test('one too many is refused, until another has ended', async () => {
  const { run } = limitConcurrency(1)
  const first = open()
  const running = run(first.work)
  expect(await run(async () => 'second')).toBe('full')
  first.end()
  expect(await running).toBe('done')
  expect(await run(async () => 'third')).toBe('third')
})

test('who waits gets the place of who has ended, in the order in which they came', async () => {
  const { run } = limitConcurrency(1, { maxWaiting: 2, waitMs: 60_000 })
  const begun: string[] = []
  const first = open()
  const running = run(first.work)
  const waiting = ['second', 'third'].map((name) => run(async () => begun.push(name)))
  expect(await run(async () => 'one too many')).toBe('full')
  expect(begun).toEqual([])
  first.end()
  await Promise.all([running, ...waiting])
  expect(begun).toEqual(['second', 'third'])
  expect(await run(async () => 'free again')).toBe('free again')
})

test('who has waited for too long is refused, and takes nobody’s place', async () => {
  const { run } = limitConcurrency(1, { maxWaiting: 1, waitMs: 1 })
  const first = open()
  const running = run(first.work)
  expect(await run(async () => 'late')).toBe('full')
  first.end()
  await running
  expect(await run(async () => 'next')).toBe('next')
})

test('work that fails gives its place back', async () => {
  const { run } = limitConcurrency(1)
  await expect(
    run(() => {
      throw new Error('at once')
    }),
  ).rejects.toThrow('at once')
  expect(await run(async () => 'next')).toBe('next')
})
