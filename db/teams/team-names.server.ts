import type { Db } from '#db/schema.server.ts'

interface TeamNames {
  teamId: number
  teamName: string
  managerName: string
}

/** The names of some teams, unordered. */
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

/** A page of a season's teams in joining order, for the time before the first publication. */
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
 * The id of a page's first team. While no team was deleted, a season's ids have no gaps and it is calculated. With
 * gaps, or where teams of two seasons are mixed, it is found by counting along the index.
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
