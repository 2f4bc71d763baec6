import { expect, test } from 'vitest'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [22, '22nd'],
  [26, '26th'],
  [101, '101st'],
  [111, '111th'],
])('%i is %s', (n, text) => {
  expect(formatOrdinal(n)).toBe(text)
})
