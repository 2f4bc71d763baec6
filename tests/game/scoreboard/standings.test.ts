import { expect, test } from 'vitest'
import { findPlaceAbove } from '#app/game/scoreboard/standings.ts'

test.each([
  ['who leads', { rank: 1, totalHundredths: 900 }, null],
  ['who is below shared places', { rank: 3, totalHundredths: 700 }, { rank: 1, gapHundredths: 200 }],
  ['the last one', { rank: 5, totalHundredths: 150 }, { rank: 3, gapHundredths: 550 }],
])('%s has the nearest better place above', (_, own, above) => {
  expect(findPlaceAbove(Int32Array.of(900, 900, 700, 700, 150), own)).toEqual(above)
})
