import { expect, test } from 'vitest'
import { createScale, listGridValues } from '#app/ui/charts/scale.ts'

test('numbers are mapped in proportion, upwards or downwards, to two decimals', () => {
  const toY = createScale([0, 300], [90, 10])
  expect([0, 75, 100, 300].map(toY)).toEqual([90, 70, 63.33, 10])
})

test('where all numbers are the same they are at the start', () => {
  expect(createScale([5, 5], [20, 75])(5)).toBe(20)
})

test.each([
  [436, [100, 200, 300, 400]],
  [32, [10, 20, 30]],
  [12, [5, 10]],
  [50, [10, 20, 30, 40, 50]],
  [3, [1, 2, 3]],
  [0, []],
])('the lines of a grid up to %i are at round values', (highest, values) => {
  expect(listGridValues(highest)).toEqual(values)
})
