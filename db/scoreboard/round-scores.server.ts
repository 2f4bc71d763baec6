import type { EntryPoints } from '#app/game/scoring/scoring.ts'
import type { Db } from '#db/schema.server.ts'

interface RoundKey {
  gameId: number
  roundNumber: number
}

/** The stored points of a round for every entry of its season, by country; 0 where none are stored. */
export async function listRoundScores(db: Db, { gameId, roundNumber }: RoundKey): Promise<EntryPoints[]> {
  return db
    .selectFrom('entries')
    .leftJoin('round_scores', (join) =>
      join
        .onRef('round_scores.entry_id', '=', 'entries.id')
        .on('round_scores.game_id', '=', gameId)
        .on('round_scores.round_number', '=', roundNumber),
    )
    .select((row) => ['entries.id as entryId', row.fn.coalesce('points', row.lit(0)).as('points')])
    .where('entries.game_id', '=', gameId)
    .orderBy('country')
    .execute()
}

/** Points that were entered for a country, and when (`changedAt`: game time, epoch ms; null for those from before it was stored). */
export type EnteredPoints = Awaited<ReturnType<typeof listEnteredPoints>>[number]

/** The points of a round that were entered: countries without any are not in the list. */
export async function listEnteredPoints(db: Db, { gameId, roundNumber }: RoundKey) {
  return db
    .selectFrom('round_scores')
    .select(['entry_id as entryId', 'points', 'changed_at as changedAt'])
    .where('game_id', '=', gameId)
    .where('round_number', '=', roundNumber)
    .execute()
}

/** Replaces the points of some countries in a round; null takes them away. Call inside a transaction. */
export async function replaceEntryPoints(
  tx: Db,
  round: RoundKey,
  changes: readonly { entryId: number; points: number | null }[],
  now: number,
): Promise<void> {
  if (changes.length === 0) return
  const key = { game_id: round.gameId, round_number: round.roundNumber }
  const entryIds = changes.map(({ entryId }) => entryId)
  await tx
    .deleteFrom('round_scores')
    .where('game_id', '=', round.gameId)
    .where('round_number', '=', round.roundNumber)
    .where('entry_id', 'in', entryIds)
    .execute()
  const rows = changes.flatMap(({ entryId, points }) =>
    points === null ? [] : [{ ...key, entry_id: entryId, points, changed_at: now }],
  )
  if (rows.length > 0) await tx.insertInto('round_scores').values(rows).execute()
}

/** The state of a round that decides whether it can be scored, with instants in epoch ms; undefined for an unknown one. */
export async function findScoredRound(db: Db, { gameId, roundNumber }: RoundKey) {
  return db
    .selectFrom('rounds')
    .select([
      'deadline_at as deadlineAt',
      'scores_version as scoresVersion',
      'scores_saved_at as scoresSavedAt',
    ])
    .where('game_id', '=', gameId)
    .where('round_number', '=', roundNumber)
    .executeTakeFirst()
}

/** Stores that a round's scores were saved at `now` (epoch ms). Returns the new version. */
export async function updateScoresSaved(
  db: Db,
  { gameId, roundNumber, now }: RoundKey & { now: number },
): Promise<number> {
  const row = await db
    .updateTable('rounds')
    .set((round) => ({ scores_saved_at: now, scores_version: round('scores_version', '+', 1) }))
    .where('game_id', '=', gameId)
    .where('round_number', '=', roundNumber)
    .returning('scores_version as version')
    .executeTakeFirstOrThrow()
  return row.version
}
