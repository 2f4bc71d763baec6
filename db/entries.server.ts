import type { Entry } from '#app/game/contest.ts'
import type { Db } from './schema.server.ts'
import { findVersion } from './versions.server.ts'

interface Kept {
  version: number
  entries: readonly Entry[]
}

/** A season's forty countries, with what is told of each, are some 50 kB. */
const mostSeasons = 8

/** Of each database and season. Connection and transaction have the adapter in common. */
const keptOf = new WeakMap<object, Map<number, Kept>>()

/**
 * The entries of a season by country name. Reading forty rows takes longer than everything else that a page asks, so they
 * are kept while the topic 'game' stands still: who changes an entry says so in the same transaction, before these are
 * read in it. What a transaction reads is not kept, because it may be taken back.
 */
export async function listEntries(db: Db, gameId: number): Promise<readonly Entry[]> {
  const version = await findVersion(db, 'game')
  const kept = keptIn(db)
  const known = kept.get(gameId)
  if (known?.version === version) return known.entries
  const entries = Object.freeze((await entriesOf(db, { gameId })).map((entry) => Object.freeze(entry)))
  if (!db.isTransaction) keep(kept, gameId, { version, entries })
  return entries
}

/** The season that was read anew the longest ago goes. */
function keep(kept: Map<number, Kept>, gameId: number, entries: Kept): void {
  kept.delete(gameId)
  kept.set(gameId, entries)
  const [oldest] = kept.keys()
  if (kept.size > mostSeasons && oldest !== undefined) kept.delete(oldest)
}

function keptIn(db: Db): Map<number, Kept> {
  const { adapter } = db.getExecutor()
  const known = keptOf.get(adapter)
  if (known) return known
  const made = new Map<number, Kept>()
  keptOf.set(adapter, made)
  return made
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
