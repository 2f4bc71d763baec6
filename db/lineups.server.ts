import type { Selectable } from 'kysely'
import type { Lineup } from '#app/game/lineup.ts'
import type { Db, LineupsTable } from './schema.server.ts'
import { fromSix, toSix } from './six.server.ts'

/** All line-ups of a team, by round. The caller decides which rounds a stranger may see (D9). */
export async function listLineups(db: Db, teamId: number): Promise<Lineup[]> {
  const rows = await db
    .selectFrom('lineups')
    .selectAll()
    .where('team_id', '=', teamId)
    .orderBy('round_number')
    .execute()
  return rows.map(toLineup)
}

/** One line-up of a team, or undefined when the team joined after that round's deadline (D7). */
export async function findLineup(
  db: Db,
  { teamId, roundNumber }: { teamId: number; roundNumber: number },
): Promise<Lineup | undefined> {
  const row = await db
    .selectFrom('lineups')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('round_number', '=', roundNumber)
    .executeTakeFirst()
  return row && toLineup(row)
}

function toLineup(row: Selectable<LineupsTable>): Lineup {
  return {
    roundNumber: row.round_number,
    entryIds: fromSix(row),
    isAutomatic: row.is_automatic === 1,
    savedAt: row.saved_at,
  }
}

/**
 * Stores line-ups of a team, each in place of what its round had. One statement: all or none. `receiptId` is the
 * receipt that tells of them.
 */
export async function replaceLineups(
  db: Db,
  teamId: number,
  lineups: readonly Lineup[],
  receiptId: number | null = null,
): Promise<void> {
  if (lineups.length === 0) return
  await db
    .insertInto('lineups')
    .values(lineups.map((lineup) => ({ ...toRow(teamId, lineup), receipt_id: receiptId })))
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'round_number']).doUpdateSet((row) => ({
        entry_1: row.ref('excluded.entry_1'),
        entry_2: row.ref('excluded.entry_2'),
        entry_3: row.ref('excluded.entry_3'),
        entry_4: row.ref('excluded.entry_4'),
        entry_5: row.ref('excluded.entry_5'),
        entry_6: row.ref('excluded.entry_6'),
        is_automatic: row.ref('excluded.is_automatic'),
        saved_at: row.ref('excluded.saved_at'),
        receipt_id: row.ref('excluded.receipt_id'),
      })),
    )
    .execute()
}

function toRow(teamId: number, lineup: Lineup) {
  return {
    team_id: teamId,
    round_number: lineup.roundNumber,
    ...toSix(lineup.entryIds),
    is_automatic: lineup.isAutomatic ? (1 as const) : (0 as const),
    saved_at: lineup.savedAt,
  }
}
