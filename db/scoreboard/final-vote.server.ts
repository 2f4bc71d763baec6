import type { Db } from '#db/schema.server.ts'

interface SumParams {
  /** The live publication that is shown. */
  publicationId: number
  roundNumber: number
  sum: number
}

/**
 * The newest of a live publication and those that were live before it, in this play of the show (D34), whose points of a round have
 * this sum: its id, or null.
 */
export async function findLivePublicationOfSum(
  db: Db,
  { publicationId, roundNumber, sum }: SumParams,
): Promise<number | null> {
  const row = await selectShown(db, publicationId)
    .select((each) => each.fn.max('id').as('id'))
    .where(
      (outer) =>
        outer
          .selectFrom('publication_points')
          .select((each) => each.fn.sum<number>('points').as('sum'))
          .whereRef('publication_id', '=', 'shown.id')
          .where('round_number', '=', roundNumber),
      '=',
      sum,
    )
    .executeTakeFirst()
  return row?.id ?? null
}

/** A live publication and the live ones that led to it, each replaced by the next. */
function selectShown(db: Db, publicationId: number) {
  return db
    .withRecursive('shown(id, replaced_id)', (cte) =>
      cte
        .selectFrom('publications')
        .select(['id', 'replaced_id'])
        .where('id', '=', publicationId)
        .unionAll(
          cte
            .selectFrom('shown')
            .innerJoin('publications as earlier', 'earlier.id', 'shown.replaced_id')
            .select(['earlier.id', 'earlier.replaced_id'])
            .where('earlier.kind', '=', 'live'),
        ),
    )
    .selectFrom('shown')
}
