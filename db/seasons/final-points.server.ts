import type { Db } from '#db/schema.server.ts'

/** The points of a season's final by country code, as published; empty when that year is not loaded or not computed. */
export async function listFinalPoints(db: Db, year: number): Promise<{ code: string; points: number }[]> {
  return db
    .selectFrom('games')
    .innerJoin('rounds', 'rounds.game_id', 'games.id')
    .innerJoin('publication_points', (join) =>
      join
        .onRef('publication_points.publication_id', '=', 'games.publication_id')
        .onRef('publication_points.round_number', '=', 'rounds.round_number'),
    )
    .innerJoin('entries', 'entries.id', 'publication_points.entry_id')
    .select(['entries.code', 'publication_points.points'])
    .where('games.year', '=', year)
    .where('rounds.kind', '=', 'final')
    .where('publication_points.points', '>', 0)
    .execute()
}
