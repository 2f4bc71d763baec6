import type { Entry, FinalOrder } from '#app/game/season/contest.ts'
import type { Db } from '#db/schema.server.ts'

/** The entries of a season by country name, without the final's running order, which no page may send with them. */
export function listEntries(db: Db, gameId: number): Promise<Entry[]> {
  return selectEntries(db, gameId).orderBy('country').execute()
}

/**
 * The final's running order of a season; empty while it is not drawn. It tells who qualified: read it only once all
 * semi-finals are official (`isFinalOrderPublic`).
 */
export async function listFinalOrder(db: Db, gameId: number): Promise<FinalOrder> {
  const rows = await db
    .selectFrom('entries')
    .select(['id', 'final_running_order as place'])
    .where('game_id', '=', gameId)
    .where('final_running_order', 'is not', null)
    .$narrowType<{ place: number }>()
    .execute()
  return new Map(rows.map(({ id, place }) => [id, place]))
}

/** The countries' places in the final of the year before, by code; a country that was not in it has none. */
export async function listPreviousPlaces(db: Db, gameId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('entries')
    .select(['code', 'previous_place as place'])
    .where('game_id', '=', gameId)
    .where('previous_place', 'is not', null)
    .$narrowType<{ place: number }>()
    .execute()
  return new Map(rows.map(({ code, place }) => [code, place]))
}

/** The entries of a season as stored now. */
export function selectEntries(db: Db, gameId: number) {
  return db
    .selectFrom('entries')
    .select([
      'id',
      'code',
      'country',
      'artist',
      'song',
      'price_tenths as priceTenths',
      'semi_final as semiFinal',
      'semi_running_order as semiRunningOrder',
      'image_url as imageUrl',
      'youtube_id as youtubeId',
      'extra_info as extraInfo',
    ])
    .where('game_id', '=', gameId)
}
