import { LRUCache } from 'lru-cache'
import { groupHoldings, type Holdings, type HoldingsParams } from '#app/game/scoreboard/holdings.ts'
import type { LeagueTable } from '#app/game/scoreboard/standings.ts'

const maxBytes = 8 * 1024 * 1024

/** Remembers who holds what in league tables: a table changes with each press and each join, and is then another one. */
export function createLeagueHoldings() {
  const cache = new LRUCache<LeagueTable, Holdings>({ maxSize: maxBytes })
  return {
    /** A table belongs to one publication, of which one round is asked about: so it stands for the line-ups as well. */
    find(table: LeagueTable, params: Omit<HoldingsParams, 'table'>): Holdings {
      const known = cache.get(table)
      if (known) return known
      const holdings = groupHoldings({ ...params, table })
      cache.set(table, holdings, { size: holdings.byteLength + table.order.byteLength * 3 })
      return holdings
    },
    countBytes: () => cache.calculatedSize,
  }
}
