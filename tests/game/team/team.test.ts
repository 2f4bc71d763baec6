import { describe, expect, test } from 'vitest'
import { toSearchNames } from '#app/game/season/country-names.ts'
import { searchEntries } from '#app/game/team/search-entries.ts'
import {
  checkTeam as checkTeamWith,
  computeRemainingTenths,
  findAddProblem,
  listOverlongNames,
  parseTeamNames,
  pickEntriesByCode,
  type TeamInput,
} from '#app/game/team/team.ts'
import { entries, rules, six } from '../sample-contest.ts'

const checkTeam = (against: typeof rules, { codes, ...names }: TeamInput) =>
  checkTeamWith(against, parseTeamNames(names, undefined), codes)
const named = { teamName: 'Six Lights', managerName: 'Anna' }
const entry = (code: string) => {
  const [found] = pickEntriesByCode(entries, [code])
  if (!found) throw new Error(`${code} is not in the cast`)
  return found
}

describe('a sent team', () => {
  test('of six different countries at exactly the budget is accepted, names trimmed', () => {
    const checked = checkTeam(rules, { teamName: '  Six Lights ', managerName: 'Anna\u0301', codes: six })
    expect(checked).toMatchObject({ ok: true, value: { teamName: 'Six Lights', managerName: 'Anná' } })
    expect(checked.ok && checked.value.entries.map((each) => each.code)).toEqual(six)
  })

  test.each([
    ['five countries', six.slice(1), 'TEAM_INCOMPLETE'],
    ['seven countries', [...six, 'GR'], 'TEAM_INCOMPLETE'],
    ['no country', [], 'TEAM_INCOMPLETE'],
    ['the same country six times', Array.from({ length: 6 }, () => 'GR'), 'ENTRY_REPEATED'],
    ['a country twice', [...six.slice(1), 'FR'], 'ENTRY_REPEATED'],
    ['a country that does not take part', [...six.slice(1), 'US'], 'ENTRY_UNKNOWN'],
    ['half a million too much', ['GR', 'HU', 'CY', 'AL', 'BE', 'EE'], 'TEAM_OVER_BUDGET'],
  ])('with %s is refused', (_, codes, problem) => {
    expect(checkTeam(rules, { ...named, codes })).toEqual({ ok: false, problems: [problem] })
  })

  test('gets all problems at once', () => {
    const checked = checkTeam(rules, { teamName: ' ', managerName: 'x'.repeat(65), codes: [] })
    expect(checked).toEqual({
      ok: false,
      problems: ['TEAM_INCOMPLETE', 'TEAM_NAME_MISSING', 'MANAGER_NAME_TOO_LONG'],
    })
  })
})

test('a draft contains an overlong name, but none over the read limit', () => {
  const names = { teamName: 'x'.repeat(65), managerName: 'y'.repeat(256) }
  expect(listOverlongNames(names)).toEqual([])
  expect(listOverlongNames({ ...names, managerName: 'y'.repeat(257) })).toEqual(['MANAGER_NAME_TOO_LONG'])
  expect(listOverlongNames({ teamName: 'x'.repeat(257), managerName: '' })).toEqual(['TEAM_NAME_TOO_LONG'])
})

describe('adding a country', () => {
  test('is refused when the team is full, before the budget is asked', () => {
    expect(findAddProblem(rules, six, entry('HU'))).toBe('TEAM_FULL')
  })

  test('is refused when it costs a tenth more than what is left', () => {
    const codes = ['BE', 'DK', 'EE']
    expect(computeRemainingTenths(rules, codes)).toBe(450)
    expect(findAddProblem(rules, codes, entry('HU'))).toBe('BUDGET_EXCEEDED')
  })

  test('is allowed up to the last tenth', () => {
    expect(computeRemainingTenths(rules, six.slice(0, 5))).toBe(200)
    expect(findAddProblem(rules, six.slice(0, 5), entry('FR'))).toBeNull()
  })
})

describe('searching countries', () => {
  test.each([
    ['greece', 'GR'],
    ['SINGER OF EST', 'EE'],
    ['asteromata', 'GR'],
    ['  Hun ', 'HU'],
  ])('%j finds by country, artist or song, whatever the case and the accents', (search, code) => {
    expect(searchEntries(entries, search, {}).map((each) => each.code)).toEqual([code])
  })

  const known = [
    ['AT', 'Austria', 'Søren Łęski', 'Ætt'],
    ['AZ', 'Azerbaijan', 'Əli', 'Yağmur'],
    ['BA', 'Bosnia and Herzegovina', 'Maya', 'Ljubav'],
    ['GB', 'United Kingdom', 'Ólafur Þór', 'Straße'],
    ['LU', 'Luxembourg', 'VÆB', 'Đorđe ð'],
    ['UA', 'Ukraine', 'Kadın', 'Cœur'],
  ].map(([code = '', country = '', artist = '', song = '']) => ({
    ...entry('GR'),
    code,
    country,
    artist,
    song,
  }))
  test.each([
    ['vaeb', 'LU'],
    ['VÆB', 'LU'],
    ['soren', 'AT'],
    ['leski', 'AT'],
    ['aett', 'AT'],
    ['eli', 'AZ'],
    ['thor', 'GB'],
    ['strasse', 'GB'],
    ['dorde d', 'LU'],
    ['kadin', 'UA'],
    ['coeur', 'UA'],
    ['great brit', 'GB'],
    ['The United  Kingdom!', 'GB'],
    ['Great-Britain', 'GB'],
    ['bosnia an', 'BA'],
    ['bosnia and', 'BA'],
    ['Bosnia & H', 'BA'],
    ['‘søren', 'AT'],
    ['vereinigtes', 'GB'],
    ['gbr', 'GB'],
    ['Österr', 'AT'],
    ['україна', 'UA'],
    ['Azərbay', 'AZ'],
  ])('%j finds by letters without their signs, and by other names of the country', (search, code) => {
    expect(searchEntries(known, search, toSearchNames(known)).map((each) => each.code)).toEqual([code])
  })

  test('UK finds the United Kingdom, beside what has these letters', () => {
    expect(searchEntries(known, 'UK', toSearchNames(known)).map((each) => each.code)).toEqual(['GB', 'UA'])
  })

  test('for nothing finds all, for nonsense none', () => {
    expect(searchEntries(entries, '', {})).toHaveLength(entries.length)
    expect(searchEntries(entries, 'zzz', {})).toEqual([])
  })
})
