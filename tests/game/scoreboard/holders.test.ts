import { expect, test } from 'vitest'
import { countHolders } from '#app/game/scoreboard/holders.ts'

test('counts who holds a country and who has it first; a team without a line-up holds none', () => {
  const lineups = Uint8Array.of(1, 2, 3, 2, 1, 4, 0, 0, 0)
  const { teamCount, held, first } = countHolders({ lineups, teamSize: 3, entryCount: 5 })
  expect(teamCount).toBe(2)
  expect([...held]).toEqual([2, 2, 1, 1, 0])
  expect([...first]).toEqual([1, 1, 0, 0, 0])
})

test('without any team nobody holds anything', () => {
  const { teamCount, held } = countHolders({ lineups: new Uint8Array(), teamSize: 6, entryCount: 2 })
  expect([teamCount, ...held]).toEqual([0, 0, 0])
})
