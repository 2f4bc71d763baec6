import type { Entry } from '#app/game/season/contest.ts'
import type { Db } from '#db/schema.server.ts'
import { findVersion } from '#db/sqlite/versions.server.ts'

type EntriesCache = Map<number, { version: number; entries: readonly Entry[] }>

/** A season's forty entries take some 50 kB. */
const maxCachedSeasons = 8

/** By database and season. A connection and its transactions share the adapter. */
const entriesCaches = new WeakMap<object, EntriesCache>()

/**
 * The entries of a season by country name. Reading forty rows takes longer than all other queries of a page, so they
 * are cached while the version of the topic 'game' is unchanged: whoever changes an entry bumps that version in the
 * same transaction, before the entries are read in it. Entries read inside a transaction are not cached, because it
 * may be rolled back.
 */
export async function listEntries(db: Db, gameId: number): Promise<readonly Entry[]> {
  const version = await findVersion(db, 'game')
  const cache = findEntriesCache(db)
  const cached = cache.get(gameId)
  if (cached?.version === version) return cached.entries
  const rows = await selectEntries(db, gameId).orderBy('country').execute()
  const entries = Object.freeze(rows.map((entry) => Object.freeze(entry)))
  if (db.isTransaction) return entries
  cache.delete(gameId)
  cache.set(gameId, { version, entries })
  // The first key is the season that was read the longest ago.
  const [oldest] = cache.keys()
  if (cache.size > maxCachedSeasons && oldest !== undefined) cache.delete(oldest)
  return entries
}

function findEntriesCache(db: Db): EntriesCache {
  const { adapter } = db.getExecutor()
  const cache: EntriesCache = entriesCaches.get(adapter) ?? new Map()
  entriesCaches.set(adapter, cache)
  return cache
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
      'image_url as imageUrl',
      'youtube_id as youtubeId',
      'extra_info as extraInfo',
    ])
    .where('game_id', '=', gameId)
}
