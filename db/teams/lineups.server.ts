import type { Lineup } from '#app/game/lineup/lineup.ts'
import { type Db, toFlag } from '#db/schema.server.ts'
import { type EntryColumns, entryColumns, fromEntryColumns, toEntryColumns } from './entry-columns.server.ts'

const lineupColumns = [
  'round_number as roundNumber',
  'is_automatic',
  'saved_at as savedAt',
  ...entryColumns,
] as const

/** All line-ups of a team, by round. The caller decides which rounds a visitor may see (D9). */
export async function listLineups(db: Db, teamId: number): Promise<Lineup[]> {
  const lineups = db.selectFrom('lineups').select(lineupColumns).where('team_id', '=', teamId)
  return (await lineups.orderBy('round_number').execute()).map(toLineup)
}

/** A team's line-up in a round; undefined when the team joined after the round's deadline (D7). */
export async function findLineup(
  db: Db,
  { teamId, roundNumber }: { teamId: number; roundNumber: number },
): Promise<Lineup | undefined> {
  const row = await db
    .selectFrom('lineups')
    .select(lineupColumns)
    .where('team_id', '=', teamId)
    .where('round_number', '=', roundNumber)
    .executeTakeFirst()
  return row && toLineup(row)
}

/** The countries of some teams in a round, by team; a team that joined after its deadline has none (D7). */
export async function listLineupsOfTeams(
  db: Db,
  { teamIds, roundNumber }: { teamIds: readonly number[]; roundNumber: number },
): Promise<Map<number, number[]>> {
  if (teamIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('lineups')
    .select(['team_id', ...entryColumns])
    .where('team_id', 'in', teamIds)
    .where('round_number', '=', roundNumber)
    .execute()
  return new Map(rows.map((row) => [row.team_id, fromEntryColumns(row)]))
}

type LineupRow = Pick<Lineup, 'roundNumber' | 'savedAt'> & { is_automatic: 0 | 1 } & EntryColumns

function toLineup({ roundNumber, savedAt, is_automatic, ...columns }: LineupRow): Lineup {
  return { roundNumber, entryIds: fromEntryColumns(columns), isAutomatic: is_automatic === 1, savedAt }
}

/** Replaces line-ups of a team. `receiptId` is their receipt. Call inside a transaction: all or none. */
export async function replaceLineups(
  db: Db,
  teamId: number,
  lineups: readonly Lineup[],
  receiptId: number | null = null,
): Promise<void> {
  for (const { roundNumber, entryIds, isAutomatic, savedAt } of lineups) {
    const saved = { is_automatic: toFlag(isAutomatic), saved_at: savedAt, receipt_id: receiptId }
    const row = { ...toEntryColumns(entryIds), ...saved }
    await db
      .insertInto('lineups')
      .values({ team_id: teamId, round_number: roundNumber, ...row })
      .onConflict((conflict) => conflict.columns(['team_id', 'round_number']).doUpdateSet(row))
      .execute()
  }
}
