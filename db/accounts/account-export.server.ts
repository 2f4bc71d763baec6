import type { Db } from '#db/schema.server.ts'

/**
 * Rows about one manager beside teams and saves, for the account export. Instants in epoch ms. The rows are few and
 * found by an index with another order, so they are sorted here.
 */

/** Scoreboards that the manager published as an admin. */
export async function listPublicationsOfManager(db: Db, managerId: number) {
  const rows = await db
    .selectFrom('publications')
    .innerJoin('games', 'games.id', 'publications.game_id')
    .select(['publications.id', 'games.year', 'version', 'published_at as publishedAt'])
    .where('published_by', '=', managerId)
    .execute()
  return rows.sort((a, b) => a.id - b.id)
}

/** The manager's sessions, newest first, without anything that could open one. */
export async function listSessionsOfManager(db: Db, managerId: number) {
  const rows = await db
    .selectFrom('sessions')
    .select(['created_at as createdAt', 'last_seen_at as lastSeenAt', 'is_admin as isAdmin'])
    .where('manager_id', '=', managerId)
    .execute()
  rows.sort((a, b) => b.createdAt - a.createdAt)
  return rows.map((row) => ({ ...row, isAdmin: row.isAdmin === 1 }))
}

/** Maximal number of exported log lines with the team as actor, and of those with it as subject. */
const maxEvents = 1000

/**
 * The lines of league logs about a team, oldest first, without the other teams in them: at most the newest
 * `maxEvents`.
 */
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

/** The leagues that removed the team, with the time. */
export async function listRemovalsOfTeam(db: Db, teamId: number) {
  const rows = await db
    .selectFrom('league_removals')
    .select(['league_id as leagueId', 'removed_at as removedAt'])
    .where('team_id', '=', teamId)
    .execute()
  return rows.sort((a, b) => a.removedAt - b.removedAt)
}

/** The images that an admin uploaded, oldest first. */
export async function listImagesOfManager(db: Db, managerId: number) {
  const rows = await db
    .selectFrom('images')
    .select(['name', 'width', 'height', 'created_at as createdAt'])
    .where('uploaded_by', '=', managerId)
    .execute()
  return rows.sort((a, b) => a.createdAt - b.createdAt)
}

/** The mails to a manager, oldest first: time, kind and outcome. Their text is not stored. */
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
