import { expect, test } from 'vitest'
import { listDashboardActions } from '#app/game/dashboard-actions.ts'
import { contest } from './sample-contest.ts'

const enabled = (now: number, hasTeam: boolean) =>
  listDashboardActions({ contest, hasTeam, leagueCount: 0, now })
    .filter((action) => action.isEnabled)
    .map((action) => action.name)

test.each([
  ['before the first show', 0, false, ['team']],
  ['before the first show', 0, true, ['team', 'lineup', 'leagues']],
  ['between the shows', 1500, false, ['team']],
  ['between the shows', 1500, true, ['lineup', 'results', 'leagues']],
  ['after the final', 3000, false, []],
  ['after the final', 3000, true, ['results', 'leagues']],
])('%s (now %i, has a team: %s) these ways are open: %j', (_, now, hasTeam, names) => {
  expect(enabled(now, hasTeam)).toEqual(names)
})

test('every card has its reason or its invitation', () => {
  for (const now of [0, 1500, 3000]) {
    for (const hasTeam of [true, false]) {
      const actions = listDashboardActions({ contest, hasTeam, leagueCount: 1, now })
      expect(actions).toHaveLength(4)
      for (const { text } of actions) expect(text).toMatch(/^[A-Z0-9].{8,}\.$/)
    }
  }
})

test('the first card is named by what it does', () => {
  expect(listDashboardActions({ contest, hasTeam: false, leagueCount: 0, now: 0 })[0]?.title).toBe(
    'Create Your Team',
  )
  expect(listDashboardActions({ contest, hasTeam: true, leagueCount: 0, now: 0 })[0]?.title).toBe(
    'Manage Team',
  )
})
