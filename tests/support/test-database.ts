import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { readTable } from './database-dump.ts'
import { openNewDatabase } from './databases.ts'

/**
 * A new database, or a given one, with the real season of 2025 active and a clock that the test sets. For tests
 * of services without routes.
 */
export async function openTestDatabase(given?: Db) {
  const db = given ?? (await openNewDatabase())
  await migrate(db)
  const season = findBundledSeason(2025)
  if (!season) throw new Error('There is no season 2025')
  await loadSeason(db, season)
  await activateSeason(db, 2025)
  const contest = await findActiveContest(db)
  if (!contest) throw new Error('No season is active')
  let now = Date.parse('2025-05-10T12:00:00Z')
  return {
    db,
    contest,
    clock: async () => now,
    /** Sets game time: an ISO text, or epoch ms. */
    setClock: (instant: string | number) => {
      now = typeof instant === 'number' ? instant : Date.parse(instant)
    },
    manager: (subject: string) => ensureManager(db, { issuer: 'test', subject, now: 0 }),
    /** Every row of every table that a player can change, to prove that nothing changed. */
    async snapshot() {
      const tables = [
        'teams',
        'lineups',
        'receipts',
        'round_scores',
        'rounds',
        'games',
        'leagues',
        'memberships',
        'league_removals',
        'league_events',
      ] as const
      return Promise.all(tables.map((table) => readTable(db, table)))
    },
  }
}
