import type { Db } from '#db/schema.server.ts'

/** What a row of a table is called. */
export interface TeamNames {
  teamId: number
  teamName: string
  managerName: string
}

/** The names of some teams, in no order. */
export async function listTeamNames(db: Db, teamIds: readonly number[]): Promise<TeamNames[]> {
  if (teamIds.length === 0) return []
  return db
    .selectFrom('teams')
    .select(['id as teamId', 'team_name as teamName', 'manager_name as managerName'])
    .where('id', 'in', teamIds)
    .execute()
}

interface Page {
  gameId: number
  offset: number
  limit: number
}

/** A page of a season's teams in joining order: before anything is published. */
export async function listTeamsByJoinOrder(
  db: Db,
  { gameId, offset, limit }: Page,
): Promise<Omit<TeamNames, 'managerName'>[]> {
  const start = await findPageStart(db, { gameId, offset })
  return db
    .selectFrom('teams')
    .select(['id as teamId', 'team_name as teamName'])
    .where('game_id', '=', gameId)
    .where('id', '>', start.after)
    .orderBy('id')
    .limit(limit)
    .offset(start.skip)
    .execute()
}

/**
 * Where a page begins. While no team was deleted the ids of a season have no holes and the place is reckoned. With holes, or
 * where teams of two seasons stand mixed, it is counted to through the index.
 */
async function findPageStart(db: Db, { gameId, offset }: Omit<Page, 'limit'>) {
  const teams = db.selectFrom('teams').where('game_id', '=', gameId)
  const span = await db
    .selectFrom('games')
    .select([
      'team_count as count',
      teams.select((team) => team.fn.min('id').as('id')).as('first'),
      teams.select((team) => team.fn.max('id').as('id')).as('last'),
    ])
    .where('id', '=', gameId)
    .executeTakeFirst()
  if (!span || span.first === null || span.last === null) return { after: 0, skip: offset }
  const hasGaps = span.last - span.first + 1 !== span.count
  return hasGaps ? { after: 0, skip: offset } : { after: span.first - 1 + offset, skip: 0 }
}
