import { sql } from 'kysely'
import type { Publication } from '#app/game/scoring/publication.ts'
import type { Db } from '#db/schema.server.ts'
import { parseRoundNumbers } from './publications.server.ts'

/** So many presses of a show are read: a vote takes some 60. */
const MOST_PRESSES = 200

/**
 * A round's points by entry id, in a live publication and in those that were live before it in this play of the show (D34), the
 * oldest first; the newest `MOST_PRESSES`.
 */
export async function listLivePoints(
  db: Db,
  { publicationId, roundNumber }: { publicationId: number; roundNumber: number },
): Promise<ReadonlyMap<number, number>[]> {
  const rows = await withShown(db, publicationId, ['live'])
    .selectFrom('publication_points')
    .select(['publication_id as publicationId', 'entry_id as entryId', 'points'])
    .where('publication_id', 'in', (query) => query.selectFrom('shown').select('id'))
    .where('round_number', '=', roundNumber)
    .execute()
  const presses = new Map<number, Map<number, number>>()
  for (const { publicationId, entryId, points } of rows) {
    const press = presses.get(publicationId) ?? new Map<number, number>()
    presses.set(publicationId, press.set(entryId, points))
  }
  return [...presses].sort(([one], [other]) => one - other).map(([, press]) => press)
}

/**
 * A publication and those that pages showed before it, the oldest first, with their game time (epoch ms); the newest `MOST_PRESSES`.
 */
export async function listPressesUpTo(db: Db, publicationId: number) {
  const rows = await withShown(db, publicationId, ['live', 'official'])
    .selectFrom('publications')
    .select(['id', 'kind', 'rounds', 'published_at as publishedAt'])
    .where('id', 'in', (query) => query.selectFrom('shown').select('id'))
    .orderBy('id')
    .execute()
  return rows.map(({ rounds, ...row }) => ({ ...row, roundNumbers: parseRoundNumbers(rounds) }))
}

/** A publication and those of these kinds that led to it, each replaced by the next. */
function withShown(db: Db, publicationId: number, kinds: readonly Publication['kind'][]) {
  return db.withRecursive('shown(id, replaced_id, presses)', (cte) =>
    cte
      .selectFrom('publications')
      .select(['id', 'replaced_id', sql<number>`1`.as('presses')])
      .where('id', '=', publicationId)
      .unionAll(
        cte
          .selectFrom('shown')
          .innerJoin('publications as earlier', 'earlier.id', 'shown.replaced_id')
          .select((query) => ['earlier.id', 'earlier.replaced_id', query('presses', '+', 1).as('presses')])
          .where('earlier.kind', 'in', kinds)
          .where('presses', '<', MOST_PRESSES),
      ),
  )
}
