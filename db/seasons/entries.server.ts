import type { Entry } from '#app/game/season/contest.ts'
import type { Db } from '#db/schema.server.ts'
import { findVersion } from '#db/sqlite/versions.server.ts'

interface CachedEntries {
  version: number
  entries: readonly Entry[]
}

/** A season's forty entries take some 50 kB. */
const maxCachedSeasons = 8

/** By database and season. A connection and its transactions share the adapter. */
const entriesCaches = new WeakMap<object, Map<number, CachedEntries>>()

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
  const entries = Object.freeze((await entriesOf(db, { gameId })).map((entry) => Object.freeze(entry)))
  if (!db.isTransaction) cacheEntries(cache, gameId, { version, entries })
  return entries
}

/** Evicts the season that was read the longest ago. */
function cacheEntries(cache: Map<number, CachedEntries>, gameId: number, entries: CachedEntries): void {
  cache.delete(gameId)
  cache.set(gameId, entries)
  const [oldest] = cache.keys()
  if (cache.size > maxCachedSeasons && oldest !== undefined) cache.delete(oldest)
}

function findEntriesCache(db: Db): Map<number, CachedEntries> {
  const { adapter } = db.getExecutor()
  const cached = entriesCaches.get(adapter)
  if (cached) return cached
  const created = new Map<number, CachedEntries>()
  entriesCaches.set(adapter, created)
  return created
}

const entriesOf = (db: Db, values: { gameId: number }) =>
  db
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
    .where('game_id', '=', values.gameId)
    .orderBy('country')
    .execute()
