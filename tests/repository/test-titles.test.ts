import { expect, test } from 'vitest'
import { listTests } from '#tests/support/test-titles.ts'

/** The reasons to skip each test of a source, by title. */
const listReasons = (source: string) =>
  Object.fromEntries(listTests(source).map(({ title, leftOutBy }) => [title, leftOutBy]))

test.each([
  `test('t', () => {})`,
  `test('t', { timeout: 5 }, async () => {})`,
  'test.each([1])(`t`, () => {})',
  `it.concurrent('t', () => {})`,
  `for (const one of [1]) test('t', () => {})`,
])('a test that always runs is found: %s', (source) => {
  expect(listReasons(source)).toEqual({ t: [[]] })
})

test.each([
  [`test.skip('t', () => {})`, 'skip'],
  [`test.todo('t')`, 'todo'],
  [`test.fails('t', () => {})`, 'fails'],
  [`test.skip.each([1])('t', () => {})`, 'skip'],
  [`test('t', { skip: true }, () => {})`, 'skip'],
  [`test('t', ({ skip }) => { skip() })`, 'skip'],
  [`test('t', (context) => { if (isSlow) context.skip() })`, 'skip'],
  [`test.skipIf(isSlow)('t', () => {})`, 'skipIf(isSlow)'],
  [`test.runIf(process.env.SLOW)('t', () => {})`, 'runIf(process.env.SLOW)'],
])('a test that may be skipped is listed with the reason: %s', (source, reason) => {
  expect(listReasons(source)).toEqual({ t: [[reason]] })
})

test('a test is skipped with its group, and a group runs if any of its tests does', () => {
  expect(listReasons(`describe.skip('g', () => { test('t', () => {}) })`)).toEqual({
    g: [['skip']],
    t: [['skip']],
  })
  const half = `describe('g', () => { test.todo('t'); test('u', () => {}) })`
  expect(listReasons(half)).toEqual({ g: [['todo'], []], t: [['todo']], u: [[]] })
  expect(listReasons(`describe('g', () => {})`)).toEqual({ g: [] })
})

test.each([`// test('t', () => {})`, `const text = 't'`, `expect('t').toBe('t')`, `log("test('t')")`])(
  'text that only looks like a test is ignored: %s',
  (source) => {
    expect(listTests(source)).toEqual([])
  },
)
