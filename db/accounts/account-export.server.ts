import type { Db } from '#db/schema.server.ts'

/**
 * What is stored about one manager beside teams and saves: for the copy of an account. Instants in epoch ms. These are
 * few rows found by an index of another order, so they are sorted here.
 */

/** What the manager published as an admin. */
export async function listPublicationsOfManager(db: Db, managerId: number) {
  const rows = await db
    .selectFrom('publications')
    .innerJoin('games', 'games.id', 'publications.game_id')
    .select(['publications.id', 'games.year', 'version', 'published_at as publishedAt'])
    .where('published_by', '=', managerId)
    .execute()
  return rows.sort((a, b) => a.id - b.id)
}

/** Who the manager is to the provider. */
export async function findManager(db: Db, managerId: number) {
  return db
    .selectFrom('managers')
    .select(['issuer', 'subject', 'created_at as createdAt'])
    .where('id', '=', managerId)
    .executeTakeFirst()
}

/** The manager's sessions, newest first: when, and nothing that opens one. */
export async function listSessionsOfManager(db: Db, managerId: number) {
  const rows = await db
    .selectFrom('sessions')
    .select(['created_at as createdAt', 'last_seen_at as lastSeenAt', 'is_admin as isAdmin'])
    .where('manager_id', '=', managerId)
    .execute()
  rows.sort((a, b) => b.createdAt - a.createdAt)
  return rows.map((row) => ({ ...row, isAdmin: row.isAdmin === 1 }))
}

/** A team's leagues in the order it joined them, with when. */
export async function listMembershipsOfTeam(db: Db, teamId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .select([
      'leagues.id as leagueId',
      'league_name as leagueName',
      'owner_id as ownerId',
      'member_count as memberCount',
      'joined_at as joinedAt',
    ])
    .where('memberships.team_id', '=', teamId)
    .orderBy('joined_at')
    .orderBy('memberships.league_id')
    .execute()
}

/** How many lines of leagues' logs a copy holds in which a team acted, and how many that tell what was done to it. */
const maxEvents = 1000

/** The lines of leagues' logs that name a team, oldest first, without whom else they name: the newest of many. */
export async function listEventsOfTeam(db: Db, teamId: number) {
  const rows = await Promise.all(
    (['actor_id', 'subject_id'] as const).map((column) =>
      db
        .selectFrom('league_events')
        .select([
          'id',
          'league_id as leagueId',
          'happened_at as happenedAt',
          'kind',
          'actor_id as actorId',
          'detail',
        ])
        .where(column, '=', teamId)
        .orderBy('id', 'desc')
        .limit(maxEvents)
        .execute(),
    ),
  )
  const byId = new Map(rows.flat().map((event) => [event.id, event]))
  return [...byId.values()].sort((a, b) => a.id - b.id)
}

/** The leagues that a team was removed from, and when. */
export async function listRemovalsOfTeam(db: Db, teamId: number) {
  const rows = await db
    .selectFrom('league_removals')
    .select(['league_id as leagueId', 'removed_at as removedAt'])
    .where('team_id', '=', teamId)
    .execute()
  return rows.sort((a, b) => a.removedAt - b.removedAt)
}

/** The pictures that an admin uploaded, oldest first. */
export async function listImagesOfManager(db: Db, managerId: number) {
  const rows = await db
    .selectFrom('images')
    .select(['name', 'width', 'height', 'created_at as createdAt'])
    .where('uploaded_by', '=', managerId)
    .execute()
  return rows.sort((a, b) => a.createdAt - b.createdAt)
}

/** The mails to a manager, oldest first: when, what kind, and what became of them. Their text is stored nowhere. */
export async function listMailsOfManager(db: Db, managerId: number) {
  const rows = await db
    .selectFrom('outbox')
    .select([
      'kind',
      'round_number as round',
      'hours',
      'state',
      'reason',
      'created_at as createdAt',
      'sent_at as sentAt',
    ])
    .where('manager_id', '=', managerId)
    .execute()
  return rows.sort((a, b) => a.createdAt - b.createdAt)
}
