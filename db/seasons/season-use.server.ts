import { sql } from 'kysely'
import type { Db } from '#db/schema.server.ts'
import { entryColumns } from '#db/teams/entry-columns.server.ts'

/**
 * The codes of a season's entries that a team, a line-up or a stored score uses. A line-up contains only entries of
 * its team, so the teams suffice.
 */
export async function listUsedCodes(db: Db, gameId: number): Promise<string[]> {
  const isInTeam = sql<boolean>`entries.id in (${sql.join(entryColumns.map((column) => sql.ref(column)))})`
  const rows = await db
    .selectFrom('entries')
    .select('code')
    .where('game_id', '=', gameId)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('teams').select('id').where('teams.game_id', '=', gameId).where(isInTeam)),
        exists(
          selectFrom('round_scores')
            .select('points')
            .where('round_scores.game_id', '=', gameId)
            .whereRef('entry_id', '=', 'entries.id'),
        ),
      ]),
    )
    .execute()
  return rows.map((row) => row.code)
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
