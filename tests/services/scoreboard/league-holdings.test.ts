import { expect, test } from 'vitest'
import { createLeagueHoldings } from '#app/services/scoreboard/league-holdings.server.ts'

const size = 6
const teams = 1_000
const lineups = Uint8Array.from({ length: teams * size }, (_, at) => 1 + (at % 37))

function createTable(total: number) {
  const order = Int32Array.from({ length: teams }, (_, at) => at)
  return { order, totals: order.map(() => total), previousTotals: null }
}

test('who holds what is made once for a table, and the tables read last stay within 8 MB', () => {
  const leagues = createLeagueHoldings()
  const find = (table: ReturnType<typeof createTable>) =>
    leagues.find(table, { lineups, size, entryCount: 37 })
  const first = createTable(0)
  const holdings = find(first)
  expect(find(first)).toBe(holdings)
  for (let n = 1; n <= 1_000; n += 1) expect(find(createTable(n)).findMost(1, 0)).toBe(n)
  expect(leagues.countBytes()).toBeGreaterThan(4 * 1024 * 1024)
  expect(leagues.countBytes()).toBeLessThanOrEqual(8 * 1024 * 1024)
  expect(find(first)).not.toBe(holdings)
  expect(find(first).findMost(1, 0)).toBe(holdings.findMost(1, 0))
})

test('a table that does not fit is made anew each time', () => {
  const leagues = createLeagueHoldings()
  const order = new Int32Array(400_000)
  const large = { order, totals: order, previousTotals: null }
  leagues.find(large, { lineups, size, entryCount: 37 })
  expect(leagues.countBytes()).toBe(0)
})
