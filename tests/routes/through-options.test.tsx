import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { qualifierPoints } from '#app/game/scoring/vote-total.ts'
import { ThroughOptions } from '#app/routes/game.live/what-if-form.tsx'

test('the option of a country that is through has the points of a qualifier', () => {
  const values = renderToStaticMarkup(<ThroughOptions />).matchAll(/value="(\d+)"/g)
  expect([...values].map(([, value]) => Number(value))).toEqual([qualifierPoints, 0])
})
