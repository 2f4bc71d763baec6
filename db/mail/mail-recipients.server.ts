import type { NotificationKind } from '#app/game/notification/notification.ts'
import type { Db } from '#db/schema.server.ts'

/** A manager with a confirmed address, with the data that decides whether a mailing is for them. */
export interface Recipient {
  managerId: number
  addressId: number
  /** Whether they want that kind of mail. */
  isSubscribed: boolean
  hasTeam: boolean
  /** Whether the line-up for the round is automatic or missing. */
  isAutomatic: boolean
  /** Whether their team has a line-up in the round: late joiners have none. */
  hasLineup: boolean
}

interface RecipientQuery {
  kind: NotificationKind
  gameId: number
  roundNumber: number | null
  /**
   * Returns managers after this id, in order, subscribed or not: each batch costs the same, however few are
   * subscribed.
   */
  after: number
  limit: number
}

const choiceColumns = {
  season: 'wants_season',
  reminder: 'wants_reminder',
  results: 'wants_results',
} as const

export async function listRecipients(db: Db, query: RecipientQuery): Promise<Recipient[]> {
  const { kind, gameId, after, limit } = query
  const roundNumber = query.roundNumber ?? 0
  const rows = await db
    .selectFrom('mail_addresses as address')
    .leftJoin('teams', (join) =>
      join.onRef('teams.manager_id', '=', 'address.manager_id').on('teams.game_id', '=', gameId),
    )
    .leftJoin('lineups', (join) =>
      join.onRef('lineups.team_id', '=', 'teams.id').on('lineups.round_number', '=', roundNumber),
    )
    .select([
      'address.manager_id as managerId',
      'address.id as addressId',
      `address.${choiceColumns[kind]} as isSubscribed`,
      'teams.id as teamId',
      'lineups.is_automatic as isAutomatic',
    ])
    .where('address.confirmed_at', 'is not', null)
    .where('address.manager_id', '>', after)
    .orderBy('address.manager_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    managerId: row.managerId,
    addressId: row.addressId,
    isSubscribed: row.isSubscribed === 1,
    hasTeam: row.teamId !== null,
    isAutomatic: row.isAutomatic !== 0,
    hasLineup: row.isAutomatic !== null,
  }))
}
