import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSeasonFile } from '#app/services/seasons/season-file.server.ts'

const file = readFileSync('db/seasons/2025.json', 'utf8')

/** The file with one text replaced, which must exist. */
function spoil(part: string, by: string): string {
  expect(file).toContain(part)
  return file.replace(part, by)
}

function problemsOf(text: string): readonly string[] {
  const reading = readSeasonFile(text)
  return reading.ok ? [] : reading.problems
}

test.each(['2025', '2026'])('the season file of %s is valid', (year) => {
  expect(readSeasonFile(readFileSync(`db/seasons/${year}.json`, 'utf8'))).toMatchObject({ ok: true })
})

test('a byte order mark is accepted', () => {
  expect(problemsOf(`\uFEFF${file}`)).toEqual([])
})

test.each([
  ['a missing comma', '"year": 2025,', '"year": 2025', "line 3, column 3: not JSON: expected ',' or '}'"],
  [
    'a comma too many',
    '"leagueLimit": 20,',
    '"leagueLimit": 20,,',
    'line 9, column 21: not JSON: expected a field name',
  ],
  [
    'an open text',
    '"hostCity": "Basel"',
    '"hostCity": "Basel',
    'line 3, column 15: not JSON: expected a value',
  ],
  ['a line break in a text', '"Basel"', '"Ba\nsel"', 'line 3, column 15: not JSON'],
  [
    'a broken number',
    '"budgetMillions": 100',
    '"budgetMillions": 1OO',
    "line 7, column 22: not JSON: expected ','",
  ],
  [
    'a repeated field',
    '"year": 2025,',
    '"year": 2025,\n "year": 2026,',
    'line 3, column 2: not JSON: the field "year" stands twice',
  ],
])('%s is named by line and column', (_, part, by, problem) => {
  expect(problemsOf(spoil(part, by))).toEqual([expect.stringContaining(problem)])
})

test.each([
  ['an empty file', '', 'line 1, column 1: not JSON: expected a value, found the end of the file'],
  ['half a file', file.slice(0, 100), 'not JSON'],
  ['text after the end', `${file}x`, 'not JSON: something stands after the end'],
  ['a list', '[]', 'line 1, column 1: '],
])('%s is not a season', (_, text, problem) => {
  expect(problemsOf(text)).toEqual([expect.stringContaining(problem)])
})

test.each([
  ['an unknown field', '"year"', '"yeer": 1, "year"', 'line 2, column 11: yeer: is no field of a season'],
  ['a missing field', '"teamSize": 6,', '', 'line 1, column 1: teamSize: '],
  ['a text for a number', '"leagueLimit": 20', '"leagueLimit": "20"', 'line 9, column 18: leagueLimit: '],
  ['no such zone', 'Europe/Zurich', 'Europe/Basel', 'line 5, column 15: timeZone: must be a time zone'],
  [
    'a bad instant',
    '2025-05-13T19:00:00Z',
    '13 May',
    'line 16, column 19: rounds.0.startsAt: must be an instant',
  ],
  [
    'rounds out of order',
    '"roundNumber": 1',
    '"roundNumber": 2',
    'line 13, column 22: rounds.0.roundNumber: must be 1',
  ],
  [
    'shows out of order',
    '2025-05-15',
    '2025-05-12',
    'rounds.1.startsAt: must be later than the round before',
  ],
  ['no final', '"kind": "final"', '"kind": "semi-final"', 'rounds.2.kind: must be final'],
  [
    'an early end',
    '2025-05-18T07',
    '2025-05-16T07',
    'concludedAt: must be later than the start of the final',
  ],
  ['a lower-case code', '"AL"', '"al"', 'line 33, column 15: entries.0.code: must be two capital letters'],
  ['a country twice', '"AM"', '"AL"', 'entries.1.code: stands twice in the file'],
  ['a free country', '"priceMillions": 19', '"priceMillions": 0', 'entries.0.priceMillions: '],
  [
    'a price too fine',
    '"priceMillions": 19',
    '"priceMillions": 19.25',
    'entries.0.priceMillions: must have at most one decimal',
  ],
  ['half a character', '"Albania"', '"Alb\\ud800ania"', 'entries.0.country: must hold no control characters'],
  [
    'an unknown semi-final',
    '"semiFinal": 1',
    '"semiFinal": 3',
    'entries.0.semiFinal: must be the number of a semi-final',
  ],
  [
    'a place in the semi-final of a direct finalist',
    '"semiFinal": 1',
    '"semiFinal": null',
    'line 40, column 27: entries.0.semiRunningOrder: must be null: the entry has no semi-final',
  ],
  [
    'a place of two countries in a semi-final',
    '"semiRunningOrder": 5',
    '"semiRunningOrder": 1',
    'line 88, column 27: entries.2.semiRunningOrder: is the place of another country in semi-final 2',
  ],
  [
    'a place of two countries in the final',
    '"finalRunningOrder": 18',
    '"finalRunningOrder": 26',
    'entries.1.finalRunningOrder: is the place of another country in the final',
  ],
  [
    'a place before the first',
    '"finalRunningOrder": 18',
    '"finalRunningOrder": 0',
    'entries.1.finalRunningOrder: must be at least 1',
  ],
  [
    'five percentages',
    '[100, 85, 85, 70, 70, 70]',
    '[100, 85, 85, 70, 70]',
    'line 6, column 24: lineupPercentages: must have one percentage per line-up position',
  ],
  [
    'a budget for nobody',
    '"budgetMillions": 100',
    '"budgetMillions": 1',
    'line 7, column 21: budgetMillions: buys no team',
  ],
  ['a video of another length', 'RNT1SmmxuIk', 'RNT1', 'entries.0.youtubeId: must be the 11 characters'],
])('%s is named by line, column and field', (_, part, by, problem) => {
  expect(problemsOf(spoil(part, by))).toEqual([expect.stringContaining(problem)])
})

test.each([
  ['a missing field', '"teamSize": 6,', '', 'teamSize: is missing'],
  ['a text for a number', '"leagueLimit": 20', '"leagueLimit": "20"', 'leagueLimit: must be a number'],
  ['a fraction', '"leagueLimit": 20', '"leagueLimit": 2.5', 'leagueLimit: must be a whole number'],
  ['a number for a text', '"Basel"', '7', 'hostCity: must be a text'],
  ['nothing for a text', '"Basel"', 'null', 'hostCity: must be a text'],
  [
    'a word for a yes or no',
    '"qualified": true',
    '"qualified": "yes"',
    'result.qualified: must be true or false',
  ],
  ['another team size', '"teamSize": 6', '"teamSize": 7', 'teamSize: must be 6'],
  ['another kind', '"kind": "final"', '"kind": "gala"', 'rounds.2.kind: must be semi-final or final'],
  ['a number too small', '"leagueLimit": 20', '"leagueLimit": 0', 'leagueLimit: must be at least 1'],
  ['a number too great', '"leagueLimit": 20', '"leagueLimit": 9999', 'leagueLimit: must be at most 1000'],
  ['a free country', '"priceMillions": 19', '"priceMillions": 0', 'priceMillions: must be more than 0'],
  ['a long text', '"Basel"', `"${'x'.repeat(501)}"`, 'hostCity: must have at most 500 characters'],
  ['no percentages', '[100, 85, 85, 70, 70, 70]', '[]', 'lineupPercentages: must have at least 1 entry'],
  ['one percentage for all', '[100, 85, 85, 70, 70, 70]', '100', 'lineupPercentages: must be a list'],
])('%s has a readable message', (_, part, by, problem) => {
  expect(problemsOf(spoil(part, by))).toEqual([expect.stringMatching(new RegExp(`${problem}$`))])
})

test('a value that is not an object has a readable message, too', () => {
  expect(problemsOf('[]')).toEqual(['line 1, column 1: must be an object'])
  expect(problemsOf('7')).toEqual(['line 1, column 1: must be an object'])
})

test('of many problems the first twenty are listed, with the count of the rest', () => {
  const reading = readSeasonFile(file.replaceAll('"code": ', '"cose": '))
  expect(reading).toMatchObject({ ok: false, more: 2 * 37 - 20 })
  expect(reading.ok ? [] : reading.problems).toHaveLength(20)
  expect(readSeasonFile(spoil('"leagueLimit": 20', '"leagueLimit": 0'))).toMatchObject({ more: 0 })
})

test('all problems are listed at once', () => {
  const text = spoil('"leagueLimit": 20', '"leagueLimit": 0').replace('"AL"', '"xx"')
  expect(problemsOf(text)).toHaveLength(2)
})

test('a price may have one decimal', () => {
  const reading = readSeasonFile(spoil('"priceMillions": 19', '"priceMillions": 19.5'))
  expect(reading.ok && reading.season.entries[0]?.priceTenths).toBe(195)
})

/** The file as it was before entries had running orders: `change` gets the text of each field. */
function spoilOrders(change: (field: string) => string): string {
  return file.replace(/ *"(?:semi|final)RunningOrder": \w+,\n/g, change)
}

function ordersOf(text: string) {
  const reading = readSeasonFile(text)
  if (!reading.ok) throw new Error(reading.problems.join())
  return reading.season.entries.map(({ code, semiRunningOrder, finalRunningOrder }) => ({
    code,
    semiRunningOrder,
    finalRunningOrder,
  }))
}

test('an entry has its places in both running orders; one that is not in a show has none', () => {
  expect(ordersOf(file)).toEqual(
    expect.arrayContaining([
      { code: 'AL', semiRunningOrder: 12, finalRunningOrder: 26 },
      { code: 'AU', semiRunningOrder: 1, finalRunningOrder: null },
      { code: 'IT', semiRunningOrder: null, finalRunningOrder: 14 },
    ]),
  )
})

test('a file without running orders can be loaded: no place is known', () => {
  const known = ordersOf(spoilOrders(() => '')).filter(
    (entry) => entry.semiRunningOrder !== null || entry.finalRunningOrder !== null,
  )
  expect(known).toEqual([])
})

test('an older file has the running orders among the results, and says the same', () => {
  const fields: string[] = []
  const without = spoilOrders((field) => {
    fields.push(field)
    return ''
  })
  const older = without.replace(/"qualified"/g, () => `${fields.splice(0, 2).join('')}"qualified"`)
  expect(older).toMatch(
    /"result": \{\s+"semiRunningOrder": 12,\s+"finalRunningOrder": 26,\s+"qualified": true/,
  )
  expect(ordersOf(older)).toEqual(ordersOf(file))
})
