import { expect, test } from 'vitest'
import { listDashboardActions } from '#app/game/dashboard-actions.ts'
import { contest } from './sample-contest.ts'

const enabled = (now: number, hasTeam: boolean) =>
  listDashboardActions({ contest, hasTeam, now })
    .filter((action) => action.reason === null)
    .map((action) => action.name)

test.each([
  ['before the first show', 0, false, ['team']],
  ['before the first show', 0, true, ['team', 'lineup', 'leagues']],
  ['between the shows', 1500, false, ['team']],
  ['between the shows', 1500, true, ['lineup', 'results', 'leagues']],
  ['after the final', 3000, false, []],
  ['after the final', 3000, true, ['results', 'leagues']],
])('%s (now %i, has a team: %s) these actions are open: %j', (_, now, hasTeam, names) => {
  expect(enabled(now, hasTeam)).toEqual(names)
})

test('there are four, and a reason is a short phrase', () => {
  for (const now of [0, 1500, 3000]) {
    for (const hasTeam of [true, false]) {
      const actions = listDashboardActions({ contest, hasTeam, now })
      expect(actions).toHaveLength(4)
      for (const { reason } of actions) expect(reason ?? 'An open way').toMatch(/^[A-Z][^.]{8,40}$/)
    }
  }
})

test('the first way is named by what it does', () => {
  expect(listDashboardActions({ contest, hasTeam: false, now: 0 })[0]?.title).toBe('Create Your Team')
  expect(listDashboardActions({ contest, hasTeam: true, now: 0 })[0]?.title).toBe('Manage Team')
})
