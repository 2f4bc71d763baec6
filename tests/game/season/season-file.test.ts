import { expect, test } from 'vitest'
import { listSeasonChanges } from '#app/game/season/season-changes.ts'
import { listRealPoints, listSeasonProblems, type SeasonFile } from '#app/game/season/season-file.ts'
import { findBundledSeason } from '#app/services/seasons/seasons.server.ts'

function season(year: number): SeasonFile {
  const found = findBundledSeason(year)
  if (!found) throw new Error(`No season ${year}`)
  return found
}

test.each([
  [2025, 'Basel', 37, 'Europe/Zurich'],
  [2026, 'Vienna', 35, 'Europe/Vienna'],
])('the season of %i is in %s with %i countries', (year, hostCity, entries, timeZone) => {
  const { hostCity: city, timeZone: zone, ...rest } = season(year)
  expect([city, rest.entries.length, zone]).toEqual([hostCity, entries, timeZone])
  expect(listSeasonProblems(season(year))).toEqual([])
  expect(rest).toMatchObject({ budgetTenths: 1000, teamSize: 6, leagueLimit: 20 })
  expect(rest.lineupPercentages).toEqual([100, 85, 85, 70, 70, 70])
})

test('the 2025 game concludes at the instant of the banner', () => {
  expect(season(2025).concludedAt).toBe(Date.parse('2025-05-18T07:00:00Z'))
})

test.each([
  [2025, 1],
  [2025, 2],
  [2026, 1],
  [2026, 2],
])('in %i ten countries earn 50 points in semi-final %i, all others nothing', (year, round) => {
  const scores = listRealPoints(season(year), round)
  expect(scores.size).toBe(season(year).entries.length)
  expect([...scores.values()].filter((points) => points === 50)).toHaveLength(10)
  expect([...scores.values()].filter((points) => points !== 0 && points !== 50)).toEqual([])
})

test('a semi-final gives nothing to the pre-qualified or to those who sing in the other one', () => {
  const first = listRealPoints(season(2025), 1)
  expect([first.get('EE'), first.get('AT'), first.get('CH'), first.get('BE')]).toEqual([50, 0, 0, 0])
  const second = listRealPoints(season(2025), 2)
  expect([second.get('AT'), second.get('EE'), second.get('CH'), second.get('AU')]).toEqual([50, 0, 0, 0])
})

test('the final gives its real points, and nothing to those who were not in it', () => {
  const final = listRealPoints(season(2025), 3)
  expect([final.get('AT'), final.get('IL'), final.get('EE'), final.get('BE')]).toEqual([436, 357, 356, 0])
  expect([...final.values()].filter((points) => points > 0)).toHaveLength(26)
})

test('an unknown round gives nothing to anybody', () => {
  expect(new Set(listRealPoints(season(2025), 9).values())).toEqual(new Set([0]))
})

test('changes are listed field by field, old and new value', () => {
  const before = season(2025)
  const after = {
    ...before,
    leagueLimit: 25,
    rounds: before.rounds.map((round) =>
      round.roundNumber === 3 ? { ...round, title: 'The final' } : round,
    ),
    entries: before.entries
      .filter((entry) => entry.code !== 'AL')
      .map((entry) => (entry.code === 'AT' ? { ...entry, priceTenths: 305 } : entry)),
  }
  expect(listSeasonChanges(before, after)).toEqual([
    'leagueLimit: 20 → 25',
    'round 3 title: Grand final → The final',
    'entry AT priceMillions: 31 → 30.5',
    'entry AL: removed',
  ])
  expect(listSeasonChanges(before, before)).toEqual([])
})
