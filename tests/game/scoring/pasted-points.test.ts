import { describe, expect, test } from 'vitest'
import { parsePastedPoints } from '#app/game/scoring/pasted-points.ts'
import { computeVoteTotal, countQualifiers } from '#app/game/scoring/vote-total.ts'

const countries = [
  ['AT', 'Austria'],
  ['SE', 'Sweden'],
  ['SM', 'San Marino'],
  ['GB', 'United Kingdom'],
  ['TR', 'Türkiye'],
  ['BE', 'Belgium'],
].map(([code = '', country = '']) => ({ code, country }))
const context = { countries, singing: new Set(['AT', 'SE', 'SM', 'GB', 'TR']), title: 'Grand final' }
const read = (text: string) => parsePastedPoints(text, context)

describe('a line is one country and its points', () => {
  test.each([
    ['Austria 436', 'AT', 436],
    ['436 AT', 'AT', 436],
    ['  at   0  ', 'AT', 0],
    ['AUSTRIA: 436', 'AT', 436],
    ['Austria:436', 'AT', 436],
    ['Austria - 436', 'AT', 436],
    ['Austria, 436', 'AT', 436],
    ['Austria = 436 points', 'AT', 436],
    ['436 pts Austria', 'AT', 436],
    ['SE 158 points', 'SE', 158],
    ['San Marino 27', 'SM', 27],
    ['san\u00a0marino\u00a027', 'SM', 27],
    ['9999 United Kingdom', 'GB', 9999],
    ['Turkiye 5', 'TR', 5],
    ['Austria\t436', 'AT', 436],
    ['436\tAT\t', 'AT', 436],
    ['Austria\tJJ\tWasted Love\t436', 'AT', 436],
  ])('%j', (text, code, points) => {
    expect(read(text)).toEqual({ points: new Map([[code, points]]), problems: [] })
  })

  test('and empty lines are none; every kind of line end counts', () => {
    const { points, problems } = read('\nAustria 436\r\n\r\n321 SE\rSan Marino 27\n')
    expect([[...points], problems]).toEqual([
      [
        ['AT', 436],
        ['SE', 321],
        ['SM', 27],
      ],
      [],
    ])
    expect(read('')).toEqual({ points: new Map(), problems: [] })
  })
})

describe('nothing is guessed', () => {
  const notTonight = 'No country tonight is called that.'
  const notALine = 'This is not a country and its points.'
  const notPoints = 'The points are not a whole number from 0 to 9999.'
  test.each([
    ['Autsria 436', notTonight],
    ['Aus 436', notTonight],
    ['Belgium 12', 'Belgium is not in the Grand final.'],
    ['12 be', 'Belgium is not in the Grand final.'],
    ['Austria', notALine],
    ['436', notALine],
    ['Austria 4 36', notALine],
    ['1 Austria 436', notALine],
    ['Country\tPoints', notALine],
    ['Austria\tx', notALine],
    ['Austria -5', notPoints],
    ['-5 Austria', notPoints],
    ['Austria −5', notPoints],
    ['Austria 4.5', notPoints],
    ['Austria 1,234', notPoints],
    ['Austria 10000', notPoints],
    ['Austria 99999999999999999999', notPoints],
    ['Austria\t-5', notPoints],
    ['1\tAustria\t436', 'Two numbers: 1 and 436. Copy one column of points.'],
    ['Austria\tSweden\t436', 'Two countries: Austria and Sweden.'],
    ['Austria 4x', notALine],
    ['Austria 0x10', notALine],
    ['Austria 1e3', notALine],
    ['Austria ４３６', notALine],
    ['Austria 436 Sweden 321', notALine],
  ])('%j: %s', (text, reason) => {
    expect(read(`Sweden 1\n${text}`).problems).toEqual([{ line: 2, text, reason }])
  })

  test('a country twice names the line of the first', () => {
    expect(read('Austria 1\n\n2 AT').problems).toEqual([
      { line: 3, text: '2 AT', reason: 'This country is in line 1 already.' },
    ])
  })

  test('a long line is shown by its beginning, and ten thousand characters are read at once', () => {
    expect(read('x'.repeat(500)).problems[0]?.text).toBe(`${'x'.repeat(40)}…`)
    const started = performance.now()
    for (const text of [
      'a '.repeat(5000),
      '1'.repeat(10_000),
      ' '.repeat(10_000),
      'a -'.repeat(3333),
      '\t'.repeat(10_000),
      'x\n'.repeat(5000),
    ])
      expect(read(text).points.size).toBe(0)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

test('juries and viewers give 4,350 points with 37 countries, as in 2025', () => {
  expect(computeVoteTotal(37)).toBe(4350)
  expect([countQualifiers(15), countQualifiers(4)]).toEqual([10, 4])
})
