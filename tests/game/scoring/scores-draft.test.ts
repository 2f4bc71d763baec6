import { expect, test } from 'vitest'
import { parseScores, scoresFromQuery, scoresToQuery } from '#app/game/scoring/scores-draft.ts'

test('an empty input counts as 0, spaces around a number do not matter', () => {
  const read = parseScores({ AT: '436', SE: '', EE: ' 356 ', FI: '9999', GR: '0' })
  expect(read.ok && Object.fromEntries(read.points)).toEqual({ AT: 436, SE: 0, EE: 356, FI: 9999, GR: 0 })
})

test.each(['abc', '-1', '1.5', '10000', '1e3', '+5', '0x10', '１２', '1 2'])(
  '%j is refused at its country',
  (typed) => {
    expect(parseScores({ AT: '436', SE: typed })).toEqual({
      ok: false,
      errors: { SE: 'Enter a whole number from 0 to 9999.' },
    })
  },
)

test('what was typed comes back from the URL, junk included, foreign countries left out', () => {
  const typed = { AT: '436', SE: 'abc', EE: '' }
  const query = scoresToQuery(typed)
  expect(scoresFromQuery(query, ['AT', 'SE', 'EE'])).toEqual(typed)
  expect(scoresFromQuery(query, ['AT'])).toEqual({ AT: '436' })
})

test('typed separators cannot forge another country', () => {
  const query = scoresToQuery({ AT: '1,SE:9' })
  expect(scoresFromQuery(query, ['AT', 'SE'])).toEqual({ AT: '1 SE 9' })
})
