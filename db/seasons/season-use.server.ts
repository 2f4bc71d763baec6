import { sql } from 'kysely'
import type { Db } from '#db/schema.server.ts'

const entryColumns = ['entry_1', 'entry_2', 'entry_3', 'entry_4', 'entry_5', 'entry_6'] as const

/** The codes of a season's entries that a team, a line-up or a stored score uses. */
export async function listUsedCodes(db: Db, gameId: number): Promise<string[]> {
  const used = new Set<number>()
  // A line-up contains only entries of its team, so the teams suffice.
  for (const column of entryColumns) {
    const teams = db.selectFrom('teams').select(`${column} as id`).distinct().where('game_id', '=', gameId)
    for (const { id } of await teams.execute()) used.add(id)
  }
  const scored = await db
    .selectFrom('round_scores')
    .select('entry_id as id')
    .distinct()
    .where('game_id', '=', gameId)
    .execute()
  for (const { id } of scored) used.add(id)
  const rows = await db.selectFrom('entries').select(['id', 'code']).where('game_id', '=', gameId).execute()
  return rows.filter((row) => used.has(row.id)).map((row) => row.code)
}

/** The numbers of a season's rounds that have line-ups or scores. */
export async function listUsedRounds(db: Db, gameId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('rounds')
    .select('round_number as roundNumber')
    .where('game_id', '=', gameId)
    .where((rounds) =>
      rounds.or([
        rounds('scores_saved_at', 'is not', null),
        rounds.exists(
          rounds
            .selectFrom('lineups')
            .innerJoin('teams', 'teams.id', 'lineups.team_id')
            .select('team_id')
            .whereRef('teams.game_id', '=', 'rounds.game_id')
            .whereRef('lineups.round_number', '=', 'rounds.round_number'),
        ),
      ]),
    )
    .execute()
  return rows.map((row) => row.roundNumber)
}

/** How many teams of a season cost more than its budget, after a change of prices or budget. */
export async function countTeamsOverBudget(db: Db, gameId: number): Promise<number> {
  const price = entryColumns.map(
    (column) => sql`(select price_tenths from entries where entries.id = teams.${sql.ref(column)})`,
  )
  const row = await db
    .selectFrom('teams')
    .innerJoin('games', 'games.id', 'teams.game_id')
    .select((teams) => teams.fn.countAll<number>().as('n'))
    .where('teams.game_id', '=', gameId)
    .where(sql<boolean>`${sql.join(price, sql` + `)} > games.budget_tenths`)
    .executeTakeFirstOrThrow()
  return row.n
}
