import { sql } from 'kysely'
import type { Contest, Game } from '#app/game/season/contest.ts'
import type { Db, Row } from '#db/schema.server.ts'
import { listEntries } from './entries.server.ts'
import { listRounds } from './rounds.server.ts'

/** What a `Game` is made of. */
export const gameColumns = [
  'id',
  'year',
  'host_city',
  'host_country',
  'time_zone',
  'lineup_percentages',
  'budget_tenths',
  'team_size',
  'league_limit',
  'concluded_at',
  'team_count',
  'league_count',
  'publication_id',
  'live_publication_id',
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

export function toGame(row: Omit<Row<'games'>, 'is_active'>): Game {
  return {
    id: row.id,
    year: row.year,
    hostCity: row.host_city,
    hostCountry: row.host_country,
    timeZone: row.time_zone,
    lineupPercentages: row.lineup_percentages.split(',').map(Number),
    budgetTenths: row.budget_tenths,
    teamSize: row.team_size,
    leagueLimit: row.league_limit,
    concludedAt: row.concluded_at,
    teamCount: row.team_count,
    leagueCount: row.league_count,
    publicationId: row.publication_id,
    livePublicationId: row.live_publication_id,
  }
}
