import type { League } from '#app/game/league.ts'
import type { Db } from './schema.server.ts'

export interface NewLeague {
  gameId: number
  ownerId: number
  leagueName: string
  inviteSecret: string
  /** Epoch ms. */
  now: number
}

/** Stores a league without members and counts it in its season. Returns its id. Belongs in a transaction. */
export async function insertLeague(db: Db, league: NewLeague): Promise<number> {
  const { id } = await db
    .insertInto('leagues')
    .values({
      game_id: league.gameId,
      owner_id: league.ownerId,
      league_name: league.leagueName,
      invite_secret: league.inviteSecret,
      created_at: league.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('games')
    .set((games) => ({ league_count: games('league_count', '+', 1) }))
    .where('id', '=', league.gameId)
    .execute()
  return id
}

/** Makes a team a member and counts it. False when it was one already. Belongs in a transaction. */
export async function insertMembership(
  db: Db,
  { leagueId, teamId, now }: { leagueId: number; teamId: number; now: number },
): Promise<boolean> {
  const result = await db
    .insertInto('memberships')
    .values({ league_id: leagueId, team_id: teamId, joined_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (result.numInsertedOrUpdatedRows !== 1n) return false
  await db
    .updateTable('leagues')
    .set((leagues) => ({ member_count: leagues('member_count', '+', 1) }))
    .where('id', '=', leagueId)
    .execute()
  return true
}

/** The leagues of a team in the order it joined them. A manager has at most a few dozen (D11). */
export async function listLeaguesOfTeam(db: Db, teamId: number): Promise<League[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .select([
      'leagues.id',
      'league_name as leagueName',
      'invite_secret as inviteSecret',
      'owner_id as ownerId',
      'member_count as memberCount',
    ])
    .where('memberships.team_id', '=', teamId)
    .orderBy('memberships.joined_at')
    .orderBy('memberships.league_id')
    .execute()
}

/** How many leagues a team is a member of. */
export async function countLeaguesOfTeam(db: Db, teamId: number): Promise<number> {
  const { n } = await db
    .selectFrom('memberships')
    .select((memberships) => memberships.fn.countAll<number>().as('n'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow()
  return n
}
