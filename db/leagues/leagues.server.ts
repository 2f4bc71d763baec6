import type { League } from '#app/game/league.ts'
import { compileOnce } from '#db/compile-once.server.ts'
import type { Db } from '#db/schema.server.ts'

/** The columns of a `League`. */
export const leagueColumns = [
  'leagues.id',
  'leagues.game_id as gameId',
  'league_name as leagueName',
  'invite_secret as inviteSecret',
  'owner_id as ownerId',
  'member_count as memberCount',
] as const

/**
 * Inserts a league without members and updates its season's league count. Returns its id. `now` in epoch ms. Call
 * inside a transaction.
 */
export async function insertLeague(
  db: Db,
  league: Omit<League, 'id' | 'memberCount'> & { now: number },
): Promise<number> {
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
  await updateLeagueCount(db, league.gameId, 1)
  return id
}

/** Deletes a league with its members and log, and updates the league count. Call inside a transaction. */
export async function deleteLeague(db: Db, { id, gameId }: Pick<League, 'id' | 'gameId'>): Promise<void> {
  await db.deleteFrom('leagues').where('id', '=', id).execute()
  await updateLeagueCount(db, gameId, -1)
}

async function updateLeagueCount(db: Db, gameId: number, change: 1 | -1): Promise<void> {
  await db
    .updateTable('games')
    .set((games) => ({ league_count: games('league_count', '+', change) }))
    .where('id', '=', gameId)
    .execute()
}

/** A league by id, without a check of the viewer: the caller decides who may see it (D11). */
export async function findLeague(db: Db, leagueId: number): Promise<League | undefined> {
  return db.selectFrom('leagues').select(leagueColumns).where('id', '=', leagueId).executeTakeFirst()
}

/** A league that the team is a member of; else undefined, as for one that does not exist. */
export async function findLeagueOfTeam(
  db: Db,
  { leagueId, teamId }: { leagueId: number; teamId: number },
): Promise<League | undefined> {
  return selectLeaguesOfTeam(db, teamId).where('memberships.league_id', '=', leagueId).executeTakeFirst()
}

/** The leagues of a team in the order it joined them. A manager has at most a few dozen (D11). */
export async function listLeaguesOfTeam(db: Db, teamId: number): Promise<(League & { joinedAt: number })[]> {
  return selectLeaguesOfTeam(db, teamId).orderBy('joined_at').orderBy('memberships.league_id').execute()
}

const selectLeaguesToRank = compileOnce((db) =>
  selectLeaguesOfTeam(db, 0)
    .select((league) =>
      league
        .selectFrom('membership_changes')
        .select((change) => change.fn.max('membership_changes.id').as('id'))
        .whereRef('membership_changes.league_id', '=', 'leagues.id')
        .as('lastChange'),
    )
    .orderBy('joined_at')
    .orderBy('memberships.league_id')
    .compile(),
)

/** The same with the last join or leave of each, by its id; 0 before the first. */
export async function listLeaguesToRank(
  db: Db,
  teamId: number,
): Promise<(League & { lastChange: number })[]> {
  const rows = await selectLeaguesToRank(db, [teamId])
  return rows.map((row) => ({ ...row, lastChange: row.lastChange ?? 0 }))
}

function selectLeaguesOfTeam(db: Db, teamId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .select([...leagueColumns, 'joined_at as joinedAt'])
    .where('memberships.team_id', '=', teamId)
}

/** Updates a league's name, link or owner. */
export async function updateLeague(
  db: Db,
  leagueId: number,
  change: { leagueName?: string; inviteSecret?: string; ownerId?: number },
): Promise<void> {
  await db
    .updateTable('leagues')
    .set({ league_name: change.leagueName, invite_secret: change.inviteSecret, owner_id: change.ownerId })
    .where('id', '=', leagueId)
    .execute()
}

export async function countLeaguesOfTeam(db: Db, teamId: number): Promise<number> {
  const { n } = await db
    .selectFrom('memberships')
    .select((memberships) => memberships.fn.countAll<number>().as('n'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow()
  return n
}
