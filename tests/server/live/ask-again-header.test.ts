import { expect, test } from 'vitest'
import { askAgainHeader } from '#app/server/live/send-live-answer.server.ts'

test.each([
  [0, '10'],
  [40, '20'],
  [199, '59'],
  [5_000, '60'],
])('with %i requests in flight the script asks again after %s s', (inFlight, seconds) => {
  expect(askAgainHeader(inFlight)).toEqual(['Ask-Again', seconds])
})

test.each([
  [0, '5'],
  [40, '15'],
  [5_000, '60'],
])(
  'with %i requests in flight a question that was put off is asked again after %s s',
  (inFlight, seconds) => {
    expect(askAgainHeader(inFlight, 'put-off')).toEqual(['Ask-Again', seconds])
  },
)
