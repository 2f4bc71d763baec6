import type { CalendarDeadline } from '#app/game/season/calendar.ts'
import type { Round } from '#app/game/season/contest.ts'
import type { Db } from '#db/schema.server.ts'
import { parseRoundNumbers } from '#db/scoreboard/publications.server.ts'

/** The rounds of a season in order. The publication in force decides which ones are computed. */
export async function listRounds(db: Db, gameId: number): Promise<Round[]> {
  const rows = await db
    .selectFrom('rounds')
    .innerJoin('games', 'games.id', 'rounds.game_id')
    .leftJoin('publications', 'publications.id', 'games.publication_id')
    .select([
      'round_number as roundNumber',
      'title',
      'rounds.kind',
      'deadline_at as deadlineAt',
      'scores_saved_at as scoresSavedAt',
      'settled_at as settledAt',
      'songs_begun as songsBegun',
      'publications.rounds',
      'published_at as publishedAt',
    ])
    .where('rounds.game_id', '=', gameId)
    .orderBy('round_number')
    .execute()
  return rows.map(({ rounds, publishedAt, ...round }) => {
    const isCovered = parseRoundNumbers(rounds ?? '').includes(round.roundNumber)
    return { ...round, computedAt: isCovered ? publishedAt : null }
  })
}

/**
 * Stores that the automatic line-ups of a round are permanent. `now`: system clock, epoch ms, because the demo's game
 * time can reach the same instant twice. Call inside a transaction.
 */
export async function updateRoundSettled(
  tx: Db,
  { gameId, roundNumber, now }: { gameId: number; roundNumber: number; now: number },
): Promise<void> {
  await tx
    .updateTable('rounds')
    .set({ settled_at: now })
    .where('game_id', '=', gameId)
    .where('round_number', '=', roundNumber)
    .where('settled_at', 'is', null)
    .execute()
}

/** Stores how many songs of a show have begun. Call inside a transaction. */
export async function updateSongsBegun(
  tx: Db,
  { gameId, roundNumber, songsBegun }: { gameId: number; roundNumber: number; songsBegun: number },
): Promise<void> {
  await tx
    .updateTable('rounds')
    .set({ songs_begun: songsBegun })
    .where('game_id', '=', gameId)
    .where('round_number', '=', roundNumber)
    .execute()
}

/** Reopens rounds whose deadline is after `now` (game time): no song of them has begun. Call inside the transaction that moves the clock or a deadline. */
export async function updateRoundsReopened(
  tx: Db,
  { gameId, now }: { gameId: number; now: number },
): Promise<void> {
  await tx
    .updateTable('rounds')
    .set({ settled_at: null, songs_begun: 0 })
    .where('game_id', '=', gameId)
    .where('deadline_at', '>', now)
    .execute()
}

/** The deadlines of a season in order, for the calendar. */
export async function listDeadlines(db: Db, gameId: number): Promise<CalendarDeadline[]> {
  return db
    .selectFrom('rounds')
    .select([
      'round_number as roundNumber',
      'title',
      'deadline_at as deadlineAt',
      'revision',
      'revised_at as revisedAt',
    ])
    .where('game_id', '=', gameId)
    .orderBy('round_number')
    .execute()
}
