import { expect, test } from 'vitest'
import { compareTeams, listComparedCountries } from '#app/game/scoring/compare-teams.ts'
import { listResultLines } from '#app/game/scoring/results.ts'
import { contest } from '../sample-contest.ts'

const lineup = (...entryIds: number[]) => ({ roundNumber: 1, entryIds, isAutomatic: false, savedAt: 1 })
const points = [10, 20, 30, 40, 50, 60, 70, 80].map((each, index) => ({ entryId: index + 1, points: each }))
const lines = (order: readonly number[], scores = points) =>
  listResultLines(contest, lineup(...order), scores)

test('the largest difference stands first, then what earned most', () => {
  const mine = listComparedCountries([lines([6, 1, 2, 3, 4, 5])])
  const theirs = listComparedCountries([lines([7, 1, 2, 3, 5, 4])])
  const rows = compareTeams(mine, theirs)
  expect(rows.map(({ code, differenceHundredths }) => [code, differenceHundredths])).toEqual([
    ['GR', -7000],
    ['FR', 6000],
    ['EE', 0],
    ['DK', 0],
    ['CY', 0],
    ['BE', 0],
    ['AL', 0],
  ])
  expect(rows.filter((row) => !row.isSame).map((row) => row.code)).toEqual(['GR', 'FR'])
  expect(rows[0]).toMatchObject({ mine: null, theirs: { position: 1, scoreHundredths: 7000 } })
})

test('rounds add up, and another share in one of them separates', () => {
  const mine = listComparedCountries([lines([1, 2, 3, 4, 5, 6]), lines([1, 2, 3, 4, 5, 6])])
  const theirs = listComparedCountries([lines([1, 2, 3, 4, 5, 6]), lines([2, 1, 3, 4, 5, 6])])
  const rows = compareTeams(mine, theirs)
  expect(rows[0]).toMatchObject({ code: 'BE', isSame: false, differenceHundredths: 20 * (85 - 100) })
  expect(rows.find((row) => row.code === 'FR')).toMatchObject({
    isSame: true,
    mine: { position: 6, scoreHundredths: 2 * 60 * 70 },
  })
})

test('without a result there are no scores, and what differs stands first', () => {
  const mine = listComparedCountries([lines([1, 2, 3, 4, 5, 6], [])])
  const theirs = listComparedCountries([lines([1, 2, 3, 4, 5, 7], [])])
  const rows = compareTeams(mine, theirs)
  expect(rows.slice(0, 2).map((row) => row.code)).toEqual(['FR', 'GR'])
  expect(rows[0]?.mine).toEqual({ position: 6, scoreHundredths: null })
})

test('a team that joined after a round has nothing in it', () => {
  const theirs = listComparedCountries([[], lines([1, 2, 3, 4, 5, 6])])
  expect(theirs[0]).toMatchObject({ shares: [null, 100], scoreHundredths: 1000 })
  expect(listComparedCountries([[]])).toEqual([])
})
