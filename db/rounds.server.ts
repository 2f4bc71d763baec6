import type { CalendarDeadline } from '#app/game/calendar.ts'
import type { Round } from '#app/game/contest.ts'
import type { Db } from './schema.server.ts'

const columns = [
  'round_number as roundNumber',
  'title',
  'kind',
  'deadline_at as deadlineAt',
  'scores_saved_at as scoresSavedAt',
  'computed_at as computedAt',
] as const

/** The rounds of a season in order. */
export async function listRounds(db: Db, gameId: number): Promise<Round[]> {
  return roundsOf(db, { gameId })
}

const roundsOf = (db: Db, values: { gameId: number }) =>
  db
    .selectFrom('rounds')
    .select(columns)
    .where('game_id', '=', values.gameId)
    .orderBy('round_number')
    .execute()

/** The deadlines of a season in order, as a calendar tells them. */
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
