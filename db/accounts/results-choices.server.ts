import type { Selectable } from 'kysely'
import type { ResultsChoice } from '#app/game/results-choice.ts'
import type { Db, Schema } from '#db/schema.server.ts'

/** The columns of a manager that hold the choice about results (D38). */
export const choiceColumns = ['hides_results', 'revealed_year', 'revealed_round'] as const

type ChoiceRow = Pick<Selectable<Schema['managers']>, (typeof choiceColumns)[number]>

export function toResultsChoice(row: ChoiceRow): ResultsChoice {
  if (row.hides_results === null) return { kind: 'none' }
  return row.hides_results === 1
    ? { kind: 'hide', year: row.revealed_year, roundNumber: row.revealed_round }
    : { kind: 'show' }
}

/** The stored choice of a manager; 'none' for an unknown one. */
export async function findResultsChoice(db: Db, managerId: number): Promise<ResultsChoice> {
  const row = await db
    .selectFrom('managers')
    .select(choiceColumns)
    .where('id', '=', managerId)
    .executeTakeFirst()
  return row ? toResultsChoice(row) : { kind: 'none' }
}

/** Stores whether results are hidden, with the rounds that are revealed already; 0 for none. */
export async function updateResultsChoice(
  db: Db,
  managerId: number,
  kind: Exclude<ResultsChoice['kind'], 'none'>,
  revealed: { year: number; roundNumber: number } = { year: 0, roundNumber: 0 },
): Promise<void> {
  await db
    .updateTable('managers')
    .set({
      hides_results: kind === 'hide' ? 1 : 0,
      revealed_year: revealed.year,
      revealed_round: revealed.roundNumber,
    })
    .where('id', '=', managerId)
    .execute()
}

/** Reveals a season's rounds up to this one; never fewer than before, and nothing where results are shown anyway. */
export async function updateRevealedRound(
  db: Db,
  { managerId, year, roundNumber }: { managerId: number; year: number; roundNumber: number },
): Promise<void> {
  await db
    .updateTable('managers')
    .set({ revealed_year: year, revealed_round: roundNumber })
    .where('id', '=', managerId)
    .where('hides_results', '=', 1)
    .where((is) => is.or([is('revealed_year', '!=', year), is('revealed_round', '<', roundNumber)]))
    .execute()
}
