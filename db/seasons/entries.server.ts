import type { Entry, FinalOrder } from '#app/game/season/contest.ts'
import type { Db } from '#db/schema.server.ts'
import { findVersion } from '#db/versions.server.ts'

interface SeasonEntries {
  version: number
  entries: readonly Entry[]
  finalOrder: FinalOrder
}

type EntriesCache = Map<number, SeasonEntries>

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
  return (await readSeasonEntries(db, gameId)).entries
}

/**
 * The final's running order of a season; empty while it is not drawn. It tells who qualified: read it only once all
 * semi-finals are official (`isFinalOrderPublic`).
 */
export async function listFinalOrder(db: Db, gameId: number): Promise<FinalOrder> {
  return (await readSeasonEntries(db, gameId)).finalOrder
}

async function readSeasonEntries(db: Db, gameId: number): Promise<SeasonEntries> {
  const version = await findVersion(db, 'game')
  const cache = findEntriesCache(db)
  const cached = cache.get(gameId)
  if (cached?.version === version) return cached
  const season = { version, ...splitFinalOrder(await selectEntries(db, gameId).orderBy('country').execute()) }
  if (db.isTransaction) return season
  cache.delete(gameId)
  cache.set(gameId, season)
  // The first key is the season that was read the longest ago.
  const [oldest] = cache.keys()
  if (cache.size > maxCachedSeasons && oldest !== undefined) cache.delete(oldest)
  return season
}

/** The entries without the final's running order, which no page may send with them. */
function splitFinalOrder(rows: readonly EntryRow[]): Omit<SeasonEntries, 'version'> {
  const places = rows.flatMap(({ id, finalRunningOrder }) =>
    finalRunningOrder === null ? [] : [[id, finalRunningOrder] as const],
  )
  const entries = rows.map(({ finalRunningOrder, ...entry }): Entry => Object.freeze(entry))
  return { entries: Object.freeze(entries), finalOrder: new Map(places) }
}

type EntryRow = Entry & { finalRunningOrder: number | null }

function findEntriesCache(db: Db): EntriesCache {
  const { adapter } = db.getExecutor()
  const cache: EntriesCache = entriesCaches.get(adapter) ?? new Map()
  entriesCaches.set(adapter, cache)
  return cache
}

/** The entries of a season as stored now, each with its place in the final's running order. */
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
      'final_running_order as finalRunningOrder',
      'image_url as imageUrl',
      'youtube_id as youtubeId',
      'extra_info as extraInfo',
    ])
    .where('game_id', '=', gameId)
}
