import { selectIds } from '#db/number-list.server.ts'
import type { Db } from '#db/schema.server.ts'

interface Membership {
  leagueId: number
  teamId: number
}

/**
 * Inserts a member and updates the member count. False when the team is a member already. Call inside a transaction.
 */
export async function insertMembership(
  db: Db,
  { leagueId, teamId, now }: Membership & { now: number },
): Promise<boolean> {
  const result = await db
    .insertInto('memberships')
    .values({ league_id: leagueId, team_id: teamId, joined_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (result.numInsertedOrUpdatedRows !== 1n) return false
  await recordMembershipChange(db, { leagueId, teamId, change: 1 })
  return true
}

/** Deletes a member and updates the member count. False when the team was not a member. Call inside a transaction. */
export async function deleteMembership(db: Db, { leagueId, teamId }: Membership): Promise<boolean> {
  const result = await db
    .deleteFrom('memberships')
    .where('league_id', '=', leagueId)
    .where('team_id', '=', teamId)
    .executeTakeFirst()
  if (result.numDeletedRows === 0n) return false
  await recordMembershipChange(db, { leagueId, teamId, change: -1 })
  return true
}

/** Maximal number of stored joins and leaves per team and league, against flooding. */
export const maxMembershipChanges = 100

async function recordMembershipChange(
  db: Db,
  { leagueId, teamId, change }: Membership & { change: 1 | -1 },
): Promise<void> {
  await db.insertInto('membership_changes').values({ league_id: leagueId, team_id: teamId, change }).execute()
  const oldest = db
    .selectFrom('membership_changes')
    .select('id')
    .where('team_id', '=', teamId)
    .where('league_id', '=', leagueId)
    .orderBy('id', 'desc')
    .limit(10)
    .offset(maxMembershipChanges)
  await db.deleteFrom('membership_changes').where('id', 'in', oldest).execute()
  await db
    .updateTable('leagues')
    .set((leagues) => ({ member_count: leagues('member_count', '+', change) }))
    .where('id', '=', leagueId)
    .execute()
}

/** A member of a league by team; undefined when the team is not a member. */
export async function findMember(db: Db, { leagueId, teamId }: Membership) {
  return selectMembers(db, leagueId).where('memberships.team_id', '=', teamId).executeTakeFirst()
}

/** The member who joined first, except for one team: succeeds an owner who leaves. */
export async function findLongestStandingMember(
  db: Db,
  { leagueId, exceptTeamId }: { leagueId: number; exceptTeamId: number },
) {
  return selectMembers(db, leagueId)
    .where('memberships.team_id', '!=', exceptTeamId)
    .orderBy('memberships.joined_at')
    .orderBy('memberships.team_id')
    .limit(1)
    .executeTakeFirst()
}

function selectMembers(db: Db, leagueId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('teams', 'teams.id', 'memberships.team_id')
    .select([
      'memberships.team_id as teamId',
      'manager_id as managerId',
      'team_name as teamName',
      'manager_name as managerName',
    ])
    .where('memberships.league_id', '=', leagueId)
}

/** Stores that a team was removed while this link was valid (D11). */
export async function replaceLeagueRemoval(
  db: Db,
  { leagueId, teamId, inviteSecret, now }: Membership & { inviteSecret: string; now: number },
): Promise<void> {
  await db
    .insertInto('league_removals')
    .values({ league_id: leagueId, team_id: teamId, invite_secret: inviteSecret, removed_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['league_id', 'team_id'])
        .doUpdateSet({ invite_secret: inviteSecret, removed_at: now }),
    )
    .execute()
}

/** Whether the team was removed while this link was valid. */
export async function hasLeagueRemoval(
  db: Db,
  { leagueId, teamId, inviteSecret }: Membership & { inviteSecret: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('league_removals')
    .select('team_id')
    .where('league_id', '=', leagueId)
    .where('team_id', '=', teamId)
    .where('invite_secret', '=', inviteSecret)
    .executeTakeFirst()
  return row !== undefined
}

/** The id of the last join or leave of a league; 0 before the first. */
export async function findLastMembershipChangeId(db: Db, leagueId: number): Promise<number> {
  const row = await db
    .selectFrom('membership_changes')
    .select((change) => change.fn.max('id').as('id'))
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** The joins (`change` 1) and leaves (-1) of a league after one of them, in order; at most `limit`. */
export async function listMembershipChangesAfter(
  db: Db,
  { leagueId, after, limit }: { leagueId: number; after: number; limit: number },
) {
  return db
    .selectFrom('membership_changes')
    .select(['id', 'team_id as teamId', 'change'])
    .where('league_id', '=', leagueId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Team ids of a league's members after this one, ascending, which is joining order of the game. */
export async function listMemberIds(
  db: Db,
  { leagueId, after, limit }: { leagueId: number; after: number; limit: number },
): Promise<Int32Array> {
  const members = db
    .selectFrom('memberships')
    .select('team_id as id')
    .where('league_id', '=', leagueId)
    .where('team_id', '>', after)
  return selectIds(db, members.orderBy('team_id').limit(limit))
}

/** A page of a league's members in joining order of the game, for the time before the first publication. */
export async function listMembers(
  db: Db,
  { leagueId, offset, limit }: { leagueId: number; offset: number; limit: number },
) {
  return selectMembers(db, leagueId).orderBy('memberships.team_id').limit(limit).offset(offset).execute()
}
