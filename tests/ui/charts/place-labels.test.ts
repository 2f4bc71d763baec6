import { expect, test } from 'vitest'
import { placeLabels } from '#app/ui/charts/place-labels.ts'

const size = { width: 200, height: 200, fontSize: 10 }
const place = (...points: [x: number, y: number, label: string][]) =>
  placeLabels(
    points.map(([x, y, label]) => ({ x, y, label })),
    size,
  ).map((each) => each && (each.y < 0 ? 'above' : 'below'))

test('a label is above its point, below where another one is, and nowhere without room', () => {
  expect(place([50, 50, 'Austria'])).toEqual(['above'])
  expect(place([50, 50, 'Austria'], [54, 50, 'Israel'], [52, 50, 'Estonia'])).toEqual([
    'above',
    'below',
    null,
  ])
})

test('the more important one comes first, and labels far apart do not matter to each other', () => {
  expect(place([50, 50, 'Austria'], [90, 50, 'Israel'])).toEqual(['above', 'above'])
})

test('no label covers a point or is nearer to it than to its own, whether that has a label or not', () => {
  expect(place([50, 50, 'Austria'], [50, 43, ''])).toEqual(['below', null])
  expect(place([50, 50, 'Austria'], [50, 43, ''], [50, 62, ''])).toEqual([null, null, null])
  expect(place([50, 50, 'Austria'], [50, 43, ''], [50, 70, ''])).toEqual(['below', null, null])
})

test('a label at an edge is moved into the chart', () => {
  const [left, right] = placeLabels(
    [
      { x: 0, y: 50, label: 'Austria' },
      { x: 100, y: 50, label: 'Austria' },
    ],
    size,
  )
  expect(left?.x).toBeGreaterThan(0)
  expect(right?.x).toBe(-(left?.x ?? 0))
})

test('a label is below a point that lines come to from above, where there is room', () => {
  const low = { x: 50, y: 50, label: 'Austria', prefersBelow: true }
  expect(placeLabels([low], size)[0]?.y).toBeGreaterThan(0)
  expect(placeLabels([low, { x: 50, y: 60, label: '' }], size)[0]?.y).toBeLessThan(0)
})
