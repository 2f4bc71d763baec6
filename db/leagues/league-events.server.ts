import type { LeagueEvent } from '#app/game/league.ts'
import type { Db } from '#db/schema.server.ts'

export interface NewLeagueEvent {
  leagueId: number
  kind: LeagueEvent['kind']
  /** A team's id. */
  actorId: number
  subjectId?: number
  detail?: string
  /** Epoch ms. */
  now: number
}

/** Maximal number of log lines per league. The page shows fifty. */
export const maxLeagueEvents = 500

/**
 * Inserts a line into a league's log, replacing the oldest of a full one. Call inside the transaction of the logged
 * change.
 */
export async function insertLeagueEvent(db: Db, event: NewLeagueEvent): Promise<void> {
  await db
    .insertInto('league_events')
    .values({
      league_id: event.leagueId,
      happened_at: event.now,
      kind: event.kind,
      actor_id: event.actorId,
      subject_id: event.subjectId ?? null,
      detail: event.detail ?? null,
    })
    .execute()
  // A hundred at most: a log from before the bound shrinks with each new line.
  const oldest = db
    .selectFrom('league_events')
    .select('id')
    .where('league_id', '=', event.leagueId)
    .orderBy('id', 'desc')
    .limit(100)
    .offset(maxLeagueEvents)
  await db.deleteFrom('league_events').where('id', 'in', oldest).execute()
}

/** The latest lines of a league's log, newest first. */
export async function listLeagueEvents(
  db: Db,
  { leagueId, limit }: { leagueId: number; limit: number },
): Promise<LeagueEvent[]> {
  return db
    .selectFrom('league_events')
    .leftJoin('teams as actor', 'actor.id', 'actor_id')
    .leftJoin('teams as subject', 'subject.id', 'subject_id')
    .select([
      'league_events.id',
      'happened_at as happenedAt',
      'kind',
      'actor.manager_name as actor',
      'subject.manager_name as subject',
      'detail',
    ])
    .where('league_id', '=', leagueId)
    .orderBy('league_events.id', 'desc')
    .limit(limit)
    .execute()
}
