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

/** Replaces a round's points. Call inside a transaction. */
export async function replaceRoundScores(
  db: Db,
  { gameId, roundNumber, scores }: RoundKey & { scores: readonly EntryPoints[] },
): Promise<void> {
  const round = { game_id: gameId, round_number: roundNumber }
  await db
    .deleteFrom('round_scores')
    .where('game_id', '=', gameId)
    .where('round_number', '=', roundNumber)
    .execute()
  if (scores.length === 0) return
  const rows = scores.map(({ entryId, points }) => ({ ...round, entry_id: entryId, points }))
  await db.insertInto('round_scores').values(rows).execute()
}

/** The state of a round that decides whether it can be scored. Instants in epoch ms. */
export interface ScoredRound {
  deadlineAt: number
  scoresVersion: number
  scoresSavedAt: number | null
}

/** A round with its scoring state; undefined for an unknown one. */
export async function findScoredRound(
  db: Db,
  { gameId, roundNumber }: RoundKey,
): Promise<ScoredRound | undefined> {
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
