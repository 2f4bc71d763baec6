import type { Db } from '#db/schema.server.ts'
import { updateTeamCount } from '#db/seasons/games.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'
import { teamColumns, toTeam } from '#db/teams/teams.server.ts'

/** A manager's team in one season, with the state of that season. */
export type SeasonTeam = Awaited<ReturnType<typeof listTeamsOfManager>>[number]

/** The manager's teams of all seasons, oldest first. */
export async function listTeamsOfManager(db: Db, managerId: number) {
  const rows = await db
    .selectFrom('teams')
    .innerJoin('games', 'games.id', 'teams.game_id')
    .select(teamColumns)
    .select(['teams.game_id as gameId', 'teams.updated_at as updatedAt'])
    .select(['games.year', 'games.publication_id as publicationId'])
    .where('manager_id', '=', managerId)
    .orderBy('teams.game_id')
    .execute()
  const teams = rows.map(async (row) => {
    const { gameId, updatedAt, year, publicationId } = row
    return { ...toTeam(row), gameId, updatedAt, year, publicationId, rounds: await listRounds(db, gameId) }
  })
  return Promise.all(teams)
}

/**
 * Anonymises a team and retains its place: its countries and line-ups still score, and a line-up saved by hand stays
 * so, because only those are unchanged when their round closes. The team moves to a new manager without an identity
 * at a provider, one for each team, so that places in several seasons cannot be linked to one person. Call inside
 * `runErasingTransaction`.
 */
export async function anonymiseTeam(tx: Db, teamId: number): Promise<void> {
  const anonymousManager = await tx
    .insertInto('managers')
    .values({ issuer: '', subject: `team ${teamId}`, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('teams')
    .set({
      manager_id: anonymousManager.id,
      team_name: '',
      manager_name: '',
      created_at: 0,
      updated_at: 0,
      receipt_id: null,
    })
    .where('id', '=', teamId)
    .execute()
  await tx
    .updateTable('lineups')
    .set({ saved_at: 0, receipt_id: null })
    .where('team_id', '=', teamId)
    .execute()
  await tx.deleteFrom('league_removals').where('team_id', '=', teamId).execute()
  await tx.updateTable('league_events').set({ actor_id: null }).where('actor_id', '=', teamId).execute()
  await tx.updateTable('league_events').set({ subject_id: null }).where('subject_id', '=', teamId).execute()
}

/**
 * Deletes a team with its line-ups and updates the team count: for a season without ranks. Call inside
 * `runErasingTransaction`.
 */
export async function deleteTeam(tx: Db, { id, gameId }: { id: number; gameId: number }): Promise<void> {
  await tx.deleteFrom('teams').where('id', '=', id).execute()
  await updateTeamCount(tx, gameId, -1)
}

/**
 * Deletes a manager with sessions and receipts. Throws while a team or league belongs to it: the foreign keys ensure
 * that nothing does. Call inside `runErasingTransaction`.
 */
export async function deleteManager(tx: Db, managerId: number): Promise<void> {
  await tx.deleteFrom('managers').where('id', '=', managerId).execute()
}
