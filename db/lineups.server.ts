import type { Selectable } from 'kysely'
import type { Lineup } from '#app/game/lineup.ts'
import { type Given, question } from './question.server.ts'
import type { Db, LineupsTable } from './schema.server.ts'
import { fromSix, toSix } from './six.server.ts'

/** All line-ups of a team, by round. The caller decides which rounds a stranger may see (D9). */
export async function listLineups(db: Db, teamId: number): Promise<Lineup[]> {
  return (await lineupsOf(db, { teamId })).map(toLineup)
}

const lineupsOf = question((db, given: Given<{ teamId: number }>) =>
  db.selectFrom('lineups').selectAll().where('team_id', '=', given('teamId')).orderBy('round_number'),
)

/** One line-up of a team, or undefined when the team joined after that round's deadline (D7). */
export async function findLineup(
  db: Db,
  { teamId, roundNumber }: { teamId: number; roundNumber: number },
): Promise<Lineup | undefined> {
  const [row] = await lineupOf(db, { teamId, roundNumber })
  return row && toLineup(row)
}

const lineupOf = question((db, given: Given<{ teamId: number; roundNumber: number }>) =>
  db
    .selectFrom('lineups')
    .selectAll()
    .where('team_id', '=', given('teamId'))
    .where('round_number', '=', given('roundNumber')),
)

function toLineup(row: Selectable<LineupsTable>): Lineup {
  return {
    roundNumber: row.round_number,
    entryIds: fromSix(row),
    isAutomatic: row.is_automatic === 1,
    savedAt: row.saved_at,
  }
}

/**
 * Stores line-ups of a team, each in place of what its round had. `receiptId` is the receipt that tells of them. Belongs
 * in a transaction: all or none.
 */
export async function replaceLineups(
  db: Db,
  teamId: number,
  lineups: readonly Lineup[],
  receiptId: number | null = null,
): Promise<void> {
  for (const lineup of lineups) await newLineup(db, { ...toRow(teamId, lineup), receipt_id: receiptId })
}

const newLineup = question((db, given: Given<Selectable<LineupsTable>>) =>
  db
    .insertInto('lineups')
    .values({
      team_id: given('team_id'),
      round_number: given('round_number'),
      entry_1: given('entry_1'),
      entry_2: given('entry_2'),
      entry_3: given('entry_3'),
      entry_4: given('entry_4'),
      entry_5: given('entry_5'),
      entry_6: given('entry_6'),
      is_automatic: given('is_automatic'),
      saved_at: given('saved_at'),
      receipt_id: given('receipt_id'),
    })
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
    ),
)

function toRow(teamId: number, lineup: Lineup) {
  return {
    team_id: teamId,
    round_number: lineup.roundNumber,
    ...toSix(lineup.entryIds),
    is_automatic: lineup.isAutomatic ? (1 as const) : (0 as const),
    saved_at: lineup.savedAt,
  }
}
