import { expect, test } from 'vitest'
import { limitConcurrency } from '#app/server/load-shedding/concurrency-limit.server.ts'

/** A task that ends when the test calls `end`. */
function createTask() {
  let end = () => {}
  const ended = new Promise<string>((resolve) => {
    end = () => resolve('done')
  })
  return { end: () => end(), run: () => ended }
}

test('a task beyond the limit is rejected until another ends', async () => {
  const { run } = limitConcurrency(1)
  const first = createTask()
  const running = run(first.run)
  expect(await run(async () => 'second')).toBe('full')
  first.end()
  expect(await running).toBe('done')
  expect(await run(async () => 'third')).toBe('third')
})

test('waiting tasks start in the order of arrival as others end', async () => {
  const { run } = limitConcurrency(1, { maxWaiting: 2, waitMs: 60_000 })
  const started: string[] = []
  const first = createTask()
  const running = run(first.run)
  const waiting = ['second', 'third'].map((name) => run(async () => started.push(name)))
  expect(await run(async () => 'one too many')).toBe('full')
  expect(started).toEqual([])
  first.end()
  await Promise.all([running, ...waiting])
  expect(started).toEqual(['second', 'third'])
  expect(await run(async () => 'free again')).toBe('free again')
})

test('a task that waits too long is rejected and takes no slot', async () => {
  const { run } = limitConcurrency(1, { maxWaiting: 1, waitMs: 1 })
  const first = createTask()
  const running = run(first.run)
  expect(await run(async () => 'late')).toBe('full')
  first.end()
  await running
  expect(await run(async () => 'next')).toBe('next')
})

test('a failed task releases its slot', async () => {
  const { run } = limitConcurrency(1)
  await expect(
    run(() => {
      throw new Error('at once')
    }),
  ).rejects.toThrow('at once')
  expect(await run(async () => 'next')).toBe('next')
})
