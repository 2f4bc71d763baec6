import type { Entry } from '#app/game/season/contest.ts'
import type { Db } from '#db/schema.server.ts'
import { findVersion } from '#db/sqlite/versions.server.ts'

interface CachedEntries {
  version: number
  entries: readonly Entry[]
}

/** A season's forty countries, with what is told of each, are some 50 kB. */
const maxCachedSeasons = 8

/** Of each database and season. Connection and transaction have the adapter in common. */
const entriesCaches = new WeakMap<object, Map<number, CachedEntries>>()

/**
 * The entries of a season by country name. Reading forty rows takes longer than everything else that a page asks, so they
 * are kept while the topic 'game' stands still: who changes an entry says so in the same transaction, before these are
 * read in it. What a transaction reads is not kept, because it may be taken back.
 */
export async function listEntries(db: Db, gameId: number): Promise<readonly Entry[]> {
  const version = await findVersion(db, 'game')
  const cache = findEntriesCache(db)
  const known = cache.get(gameId)
  if (known?.version === version) return known.entries
  const entries = Object.freeze((await entriesOf(db, { gameId })).map((entry) => Object.freeze(entry)))
  if (!db.isTransaction) cacheEntries(cache, gameId, { version, entries })
  return entries
}

/** The season that was read anew the longest ago goes. */
function cacheEntries(cache: Map<number, CachedEntries>, gameId: number, entries: CachedEntries): void {
  cache.delete(gameId)
  cache.set(gameId, entries)
  const [oldest] = cache.keys()
  if (cache.size > maxCachedSeasons && oldest !== undefined) cache.delete(oldest)
}

function findEntriesCache(db: Db): Map<number, CachedEntries> {
  const { adapter } = db.getExecutor()
  const known = entriesCaches.get(adapter)
  if (known) return known
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
