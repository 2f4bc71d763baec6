import type { Db } from '#db/schema.server.ts'
import type { Mailing } from './mailings.server.ts'

/**
 * A manager with a confirmed address, with the data that decides whether a mailing is for them. A missing line-up for
 * the round counts as automatic; late joiners have none.
 */
export type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]

const choiceColumns = {
  season: 'wants_season',
  reminder: 'wants_reminder',
  results: 'wants_results',
} as const

interface RecipientQuery extends Pick<Mailing, 'kind' | 'gameId' | 'roundNumber'> {
  after: number
  limit: number
}

/**
 * The managers after this id, in order, whether they want that kind of mail or not: each batch costs the same, however
 * few do.
 */
export async function listRecipients(db: Db, { kind, gameId, roundNumber, after, limit }: RecipientQuery) {
  const rows = await db
    .selectFrom('mail_addresses as address')
    .leftJoin('teams', (join) =>
      join.onRef('teams.manager_id', '=', 'address.manager_id').on('teams.game_id', '=', gameId),
    )
    .leftJoin('lineups', (join) =>
      join.onRef('lineups.team_id', '=', 'teams.id').on('lineups.round_number', '=', roundNumber ?? 0),
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
