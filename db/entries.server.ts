import type { Entry } from '#app/game/contest.ts'
import type { Db } from './schema.server.ts'

/** The entries of a season by country name. */
export async function listEntries(db: Db, gameId: number): Promise<Entry[]> {
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
      'image_url as imageUrl',
      'youtube_id as youtubeId',
      'extra_info as extraInfo',
    ])
    .where('game_id', '=', gameId)
    .orderBy('country')
    .execute()
}
