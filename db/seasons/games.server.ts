import { sql } from 'kysely'
import type { Contest, Game } from '#app/game/season/contest.ts'
import type { Db } from '#db/schema.server.ts'
import { listEntries } from './entries.server.ts'
import { listRounds } from './rounds.server.ts'

/** What a `Game` is made of. */
export const gameColumns = [
  'id',
  'year',
  'host_city as hostCity',
  'host_country as hostCountry',
  'time_zone as timeZone',
  'lineup_percentages as percentages',
  'budget_tenths as budgetTenths',
  'team_size as teamSize',
  'league_limit as leagueLimit',
  'concluded_at as concludedAt',
  'team_count as teamCount',
  'league_count as leagueCount',
  'publication_id as publicationId',
  'live_publication_id as livePublicationId',
] as const

/**
 * The active season; undefined before the first activation (D12). A literal 1 instead of a parameter: SQLite would
 * prepare the statement again for each bound value of a partial index.
 */
export async function findActiveGame(db: Db): Promise<Game | undefined> {
  const row = await db
    .selectFrom('games')
    .select(gameColumns)
    .where('is_active', '=', sql.lit(1))
    .executeTakeFirst()
  return row && toGame(row)
}

/** The active season with its rounds and entries. */
export async function findActiveContest(db: Db): Promise<Contest | undefined> {
  const game = await findActiveGame(db)
  if (!game) return undefined
  return { ...game, rounds: await listRounds(db, game.id), entries: await listEntries(db, game.id) }
}

/** Changes the stored team count of a season by one: counting a million rows takes 80 ms. */
export async function updateTeamCount(db: Db, gameId: number, change: 1 | -1 = 1): Promise<void> {
  await db
    .updateTable('games')
    .set((games) => ({ team_count: games('team_count', '+', change) }))
    .where('id', '=', gameId)
    .execute()
}

export async function findGame(db: Db, gameId: number): Promise<Game | undefined> {
  const row = await db.selectFrom('games').select(gameColumns).where('id', '=', gameId).executeTakeFirst()
  return row && toGame(row)
}

export function toGame({
  percentages,
  ...row
}: Omit<Game, 'lineupPercentages'> & { percentages: string }): Game {
  return { ...row, lineupPercentages: percentages.split(',').map(Number) }
}
