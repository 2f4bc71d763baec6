import type { Selectable } from 'kysely'
import type { Round } from '#app/game/season/contest.ts'
import type { Team } from '#app/game/team/team.ts'
import type { Db, TeamsTable } from '#db/schema.server.ts'
import { updateTeamCount } from '#db/seasons/games.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'
import { fromEntryColumns } from '#db/teams/entry-columns.server.ts'

/** A manager's team in one season, with the state of that season. */
export interface SeasonTeam extends Team {
  gameId: number
  year: number
  hostZone: string
  /** Epoch ms. */
  updatedAt: number
  rounds: readonly Round[]
  publicationId: number | null
}

/** Whether a manager exists: the account may have been deleted meanwhile. */
export async function hasManager(db: Db, managerId: number): Promise<boolean> {
  const row = await db.selectFrom('managers').select('id').where('id', '=', managerId).executeTakeFirst()
  return row !== undefined
}

/** The manager's teams of all seasons, oldest first. */
export async function listTeamsOfManager(db: Db, managerId: number): Promise<SeasonTeam[]> {
  const rows = await db
    .selectFrom('teams')
    .innerJoin('games', 'games.id', 'teams.game_id')
    .selectAll('teams')
    .select(['games.year', 'games.time_zone', 'games.publication_id'])
    .where('manager_id', '=', managerId)
    .orderBy('teams.game_id')
    .execute()
  const teams: SeasonTeam[] = []
  for (const row of rows) teams.push({ ...toTeam(row), rounds: await listRounds(db, row.game_id) })
  return teams
}

type TeamRow = Selectable<TeamsTable> & {
  year: number
  time_zone: string
  publication_id: number | null
}

function toTeam(row: TeamRow) {
  return {
    id: row.id,
    gameId: row.game_id,
    year: row.year,
    hostZone: row.time_zone,
    teamName: row.team_name,
    managerName: row.manager_name,
    entryIds: fromEntryColumns(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publicationId: row.publication_id,
  }
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
  for (const column of ['actor_id', 'subject_id'] as const) {
    await tx
      .updateTable('league_events')
      .set({ [column]: null })
      .where(column, '=', teamId)
      .execute()
  }
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
