import type { Selectable } from 'kysely'
import type { Lineup } from '#app/game/lineup/lineup.ts'
import type { Db, LineupsTable } from '#db/schema.server.ts'
import { fromEntryColumns, toEntryColumns } from './entry-columns.server.ts'

/** All line-ups of a team, by round. The caller decides which rounds a visitor may see (D9). */
export async function listLineups(db: Db, teamId: number): Promise<Lineup[]> {
  return (await lineupsOf(db, { teamId })).map(toLineup)
}

const lineupsOf = (db: Db, values: { teamId: number }) =>
  db.selectFrom('lineups').selectAll().where('team_id', '=', values.teamId).orderBy('round_number').execute()

/** A team's line-up in a round; undefined when the team joined after the round's deadline (D7). */
export async function findLineup(
  db: Db,
  { teamId, roundNumber }: { teamId: number; roundNumber: number },
): Promise<Lineup | undefined> {
  const [row] = await lineupOf(db, { teamId, roundNumber })
  return row && toLineup(row)
}

const lineupOf = (db: Db, values: { teamId: number; roundNumber: number }) =>
  db
    .selectFrom('lineups')
    .selectAll()
    .where('team_id', '=', values.teamId)
    .where('round_number', '=', values.roundNumber)
    .execute()

function toLineup(row: Selectable<LineupsTable>): Lineup {
  return {
    roundNumber: row.round_number,
    entryIds: fromEntryColumns(row),
    isAutomatic: row.is_automatic === 1,
    savedAt: row.saved_at,
  }
}

/** Replaces line-ups of a team. `receiptId` is their receipt. Call inside a transaction: all or none. */
export async function replaceLineups(
  db: Db,
  teamId: number,
  lineups: readonly Lineup[],
  receiptId: number | null = null,
): Promise<void> {
  for (const lineup of lineups) await newLineup(db, { ...toRow(teamId, lineup), receipt_id: receiptId })
}

const newLineup = (db: Db, row: Selectable<LineupsTable>) =>
  db
    .insertInto('lineups')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'round_number']).doUpdateSet((excluded) => ({
        entry_1: excluded.ref('excluded.entry_1'),
        entry_2: excluded.ref('excluded.entry_2'),
        entry_3: excluded.ref('excluded.entry_3'),
        entry_4: excluded.ref('excluded.entry_4'),
        entry_5: excluded.ref('excluded.entry_5'),
        entry_6: excluded.ref('excluded.entry_6'),
        is_automatic: excluded.ref('excluded.is_automatic'),
        saved_at: excluded.ref('excluded.saved_at'),
        receipt_id: excluded.ref('excluded.receipt_id'),
      })),
    )
    .execute()

function toRow(teamId: number, lineup: Lineup) {
  return {
    team_id: teamId,
    round_number: lineup.roundNumber,
    ...toEntryColumns(lineup.entryIds),
    is_automatic: lineup.isAutomatic ? (1 as const) : (0 as const),
    saved_at: lineup.savedAt,
  }
}
