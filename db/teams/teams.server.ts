import type { Lineup } from '#app/game/lineup/lineup.ts'
import type { Team } from '#app/game/team/team.ts'
import { compileOnce } from '#db/compile-once.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type EntryColumns, entryColumns, fromEntryColumns, toEntryColumns } from './entry-columns.server.ts'

/** What a `Team` is made of. */
export const teamColumns = [
  'teams.id',
  'teams.team_name as teamName',
  'teams.manager_name as managerName',
  'teams.created_at as createdAt',
  ...entryColumns.map((column) => `teams.${column}` as const),
] as const

/** The manager's own team in a season: ownership is part of the WHERE clause. */
export async function findTeamOfManager(
  db: Db,
  { gameId, managerId }: { gameId: number; managerId: number },
): Promise<Team | undefined> {
  const row = await db
    .selectFrom('teams')
    .select(teamColumns)
    .where('game_id', '=', gameId)
    .where('manager_id', '=', managerId)
    .executeTakeFirst()
  return row && toTeam(row)
}

const selectTeamWithLineups = compileOnce((db) =>
  db
    .selectFrom('teams')
    .leftJoin('lineups', 'lineups.team_id', 'teams.id')
    .select(teamColumns)
    .select([
      'lineups.round_number as roundNumber',
      'lineups.is_automatic as automatic',
      'lineups.saved_at as savedAt',
      'lineups.entry_1 as first',
      'lineups.entry_2 as second',
      'lineups.entry_3 as third',
      'lineups.entry_4 as fourth',
      'lineups.entry_5 as fifth',
      'lineups.entry_6 as sixth',
    ])
    .where('game_id', '=', 0)
    .where('manager_id', '=', 0)
    .orderBy('lineups.round_number')
    .compile(),
)

/** The same with its line-ups, by round, of one moment; a round before the team joined has none (D7). */
export async function findTeamWithLineups(
  db: Db,
  { gameId, managerId }: { gameId: number; managerId: number },
): Promise<{ team: Team; lineups: Lineup[] } | undefined> {
  const rows = await selectTeamWithLineups(db, [gameId, managerId])
  const [row] = rows
  return row && { team: toTeam(row), lineups: rows.flatMap(toLineups) }
}

/** The line-up of a joined row; none for a team without one. */
function toLineups(row: Awaited<ReturnType<typeof selectTeamWithLineups>>[number]): Lineup[] {
  const { roundNumber, savedAt, automatic } = row
  if (roundNumber === null || savedAt === null) return []
  const { first, second, third, fourth, fifth, sixth } = row
  const entryIds = [first, second, third, fourth, fifth, sixth].filter((id) => id !== null)
  return [{ roundNumber, entryIds, isAutomatic: automatic === 1, savedAt }]
}

/**
 * Any team of a season by id, except those of deleted accounts. The caller decides who may see its manager's name
 * (D9).
 */
export async function findTeam(
  db: Db,
  { gameId, teamId }: { gameId: number; teamId: number },
): Promise<Team | undefined> {
  const row = await db
    .selectFrom('teams')
    .select(teamColumns)
    .where('game_id', '=', gameId)
    .where('id', '=', teamId)
    .where('team_name', '!=', '')
    .executeTakeFirst()
  return row && toTeam(row)
}

export interface NewTeam {
  gameId: number
  managerId: number
  teamName: string
  managerName: string
  entryIds: readonly number[]
  /** Epoch ms. */
  now: number
  /** The receipt of this save. */
  receiptId?: number
}

/** Inserts a team and returns its id. Throws when the manager already has one in that season. */
export async function insertTeam(db: Db, team: NewTeam): Promise<number> {
  const { id } = await db
    .insertInto('teams')
    .values({
      ...toRow(team),
      game_id: team.gameId,
      manager_id: team.managerId,
      created_at: team.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type SavedTeam = Omit<NewTeam, 'gameId' | 'managerId'>

export async function updateTeam(db: Db, teamId: number, team: SavedTeam): Promise<void> {
  await db.updateTable('teams').set(toRow(team)).where('id', '=', teamId).execute()
}

function toRow({ teamName, managerName, entryIds, now, receiptId }: SavedTeam) {
  const names = { team_name: teamName, manager_name: managerName }
  return { ...names, ...toEntryColumns(entryIds), updated_at: now, receipt_id: receiptId ?? null }
}

/** A team's row with its columns as one list of entries. */
export function toTeam(row: Omit<Team, 'entryIds'> & EntryColumns): Team {
  const { id, teamName, managerName, createdAt } = row
  return { id, teamName, managerName, createdAt, entryIds: fromEntryColumns(row) }
}
