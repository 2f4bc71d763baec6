import { describe, expect, test } from 'vitest'
import { parsePastedPoints } from '#app/game/scoring/pasted-points.ts'
import { computeVoteTotal, countQualifiers } from '#app/game/scoring/vote-total.ts'
import { shapes, threeBest } from './pasted-shapes.ts'

const countries = [
  ['AT', 'Austria'],
  ['IL', 'Israel'],
  ['EE', 'Estonia'],
  ['SE', 'Sweden'],
  ['SM', 'San Marino'],
  ['GB', 'United Kingdom'],
  ['NL', 'Netherlands'],
  ['CZ', 'Czechia'],
  ['TR', 'Türkiye'],
  ['CH', 'Switzerland'],
  ['BA', 'Bosnia and Herzegovina'],
  ['MK', 'North Macedonia'],
  ['GE', 'Georgia'],
  ['MT', 'Malta'],
  ['LT', 'Lithuania'],
  ['SI', 'Slovenia'],
  ['SK', 'Slovakia'],
  ['BE', 'Belgium'],
].map(([code = '', country = '']) => ({ code, country }))
const singing = new Set(countries.map(({ code }) => code).filter((code) => code !== 'BE'))
const context = { countries, singing, title: 'Grand final', total: 436 + 357 + 356 }
const read = (text: string, column?: number) => parsePastedPoints(text, { ...context, column })

test.each(shapes)('%s', (_, text, gives = threeBest) => {
  expect(read(text)).toEqual({ points: gives, problems: [], problemCount: 0, columns: [] })
})

describe('which column has the points', () => {
  const twoColumns = 'Austria\t436\t258\nIsrael\t350\t60\nEstonia\t356\t98'

  test('is asked where neither a header nor the sum says it', () => {
    expect(read(twoColumns)).toEqual({
      points: {},
      problems: [],
      problemCount: 0,
      columns: [
        { column: 1, title: '', sample: '436, 350, 356' },
        { column: 2, title: '', sample: '258, 60, 98' },
      ],
    })
  })

  test('is asked by the titles where they do not say it', () => {
    const { columns } = read(`Land\tJury\tTelevote\n${twoColumns}`)
    expect(columns.map(({ title }) => title)).toEqual(['Jury', 'Televote'])
  })

  test('is asked where large numbers stand before the country and others behind it', () => {
    const { columns } = read('436 Austria 9\n350 Israel 14\n356 Estonia 3')
    expect(columns.map(({ column, sample }) => [column, sample])).toEqual([
      [-1, '436, 350, 356'],
      [1, '9, 14, 3'],
    ])
  })

  test('is what the header of another text says, whatever was answered before', () => {
    expect(read(`Country\tJury\tTotal\n${twoColumns}`, 1).points).toEqual({ AT: 258, IL: 60, EE: 98 })
  })

  test('and the answer is read', () => {
    expect(read(twoColumns, 1).points).toEqual({ AT: 436, IL: 350, EE: 356 })
    expect(read(twoColumns, 2).points).toEqual({ AT: 258, IL: 60, EE: 98 })
    expect(read(twoColumns, 7).columns).toHaveLength(2)
  })

  test('a row without a number in it is a problem', () => {
    expect(read('1\tAustria\t436\n2\tIsrael\t357\n3\tEstonia\t–').problems).toMatchObject([{ line: 3 }])
  })
})

test('a line with a country before the first that is understood is told, and no other', () => {
  const pasted = 'Grand final\nAustria 43O\nIsrael 357'
  expect(read(pasted)).toMatchObject({ points: { IL: 357 }, problems: [{ line: 2, text: 'Austria 43O' }] })
})

describe('nothing is guessed', () => {
  const notTonight = 'No country tonight is called that.'
  const notALine = 'This is not a country and its points.'
  const notPoints = 'The points are not a whole number from 0 to 9999.'
  test.each([
    ['Autsria 436', `${notTonight} Austria?`],
    ['Lithuana 5', `${notTonight} Lithuania?`],
    ['Slovania 5', `${notTonight} Slovenia or Slovakia?`],
    ['Swedn\t5', `${notTonight} Sweden?`],
    ['Aus 436', notTonight],
    ['Ruritania 436', notTonight],
    ['Belgium 12', 'Belgium is not in the grand final.'],
    ['12 be', 'Belgium is not in the grand final.'],
    ['Austria', notALine],
    ['436', notALine],
    ['Country\tPoints', notALine],
    ['Austria\tx', notALine],
    ['Austria -5', notPoints],
    ['-5 Austria', notPoints],
    ['Austria −5', notPoints],
    ['Austria 4.5', notPoints],
    ['Austria 4,5', notPoints],
    ['Austria 10,000', notPoints],
    ['Austria 10000', notPoints],
    ['Austria 99999999999999999999', notPoints],
    ['Austria\t-5', notPoints],
    ['Austria\tIsrael\t436', 'Two countries: Austria and Israel.'],
    ['Austria 4x', notALine],
    ['Austria 43O', notALine],
    ['Austria n/a', notALine],
    ['Austria ４３６', notALine],
    ['Austria 0x10', notALine],
    ['Austria 1e3', notALine],
    ['Austria ４３６', notALine],
    ['Austria 436 Israel 357', 'Two countries: Austria and Israel.'],
    ['Sweden 4 36', 'Two numbers: 4 and 36.'],
  ])('%j: %s', (text, reason) => {
    expect(read(`Sweden 1\n${text}`).problems).toEqual([
      { line: 2, text: text.replaceAll('\t', '\t'), reason },
    ])
  })

  test.each(['1 Austria\n2 Israel\n3 Estonia', 'Country\tPlace\nAustria\t1\nIsrael\t2\nEstonia\t3'])(
    'a list of places has no points: %j',
    (text) => {
      const { points, problems } = read(text)
      expect(points).toEqual({})
      expect(problems.map(({ reason }) => reason)).toEqual(Array(3).fill('This is a place, without points.'))
    },
  )

  test('a country with other points names the line of the first', () => {
    expect(read('Austria 1\n\n2 AT').problems).toEqual([
      { line: 3, text: '2 AT', reason: 'This country is already in line 1.' },
    ])
  })

  test('a long line is shown by its beginning, a text of many lines by forty problems', () => {
    expect(read(`Austria 1\n${'x'.repeat(500)} 1`).problems[0]?.text).toBe(`${'x'.repeat(40)}…`)
    const { problems, problemCount } = read('x 1\n'.repeat(20_000))
    expect([problems.length, problemCount]).toEqual([40, 101])
    expect(read('').problems).toEqual([])
  })

  test('lines and cells beyond what is read are told, not left out', () => {
    const lines = `The results\nCountry Points\n${'Austria 436\n'.repeat(98)}`
    expect(read(lines)).toMatchObject({ points: { AT: 436 }, problemCount: 0 })
    expect(read(`${lines}Israel 357\nEstonia 356`)).toMatchObject({ problemCount: 1 })
    const jury = '\t12'.repeat(30)
    expect(read(`Austria${jury}\t436\nIsrael${jury}\t357\nEstonia${jury}\t356`).points).toEqual(threeBest)
  })
})

test('juries and viewers give 4,350 points with 37 countries, as in 2025', () => {
  expect(computeVoteTotal(37)).toBe(4350)
  expect([countQualifiers(15), countQualifiers(4)]).toEqual([10, 4])
})
