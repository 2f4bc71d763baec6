import { sql } from 'kysely'
import type { Receipt } from '#app/game/team/receipt.ts'
import type { Db, Row } from '#db/schema.server.ts'

export interface NewReceipt extends Omit<Receipt, 'id' | 'teamName'> {
  gameId: number
  managerId: number
  teamName?: string
}

/** Maximal number of a manager's receipts in one season: docs/decisions/0004-receipts.md. */
export const maxReceipts = 1000
/** How many older ones are deleted with each new one: enough to catch up, few enough to be fast. */
const maxDeletedAtOnce = 20

/**
 * Inserts a receipt, replacing the oldest beyond the maximum, and returns its id. Call inside the transaction of the
 * change it records.
 */
export async function insertReceipt(db: Db, receipt: NewReceipt): Promise<number> {
  const { id } = await db
    .insertInto('receipts')
    .values({
      manager_id: receipt.managerId,
      game_id: receipt.gameId,
      kind: receipt.kind,
      team_name: receipt.teamName ?? null,
      round_numbers: receipt.roundNumbers.join('.'),
      codes: receipt.codes.join('.'),
      saved_at: receipt.savedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deleteOldReceipts(db, receipt)
  return id
}

/** Deletes the oldest beyond the maximum. A receipt of the current team or of a current line-up stays, however old. */
export async function deleteOldReceipts(
  db: Db,
  { gameId, managerId }: { gameId: number; managerId: number },
): Promise<void> {
  const ownReceipts = db
    .selectFrom('receipts as own')
    .where('own.manager_id', '=', managerId)
    .where('own.game_id', '=', gameId)
  const beyond = ownReceipts.select('own.id').limit(maxDeletedAtOnce).offset(maxReceipts)
  const excess = sql<number>`(select count(*) from (${beyond}) as page)`
  const isInForce = sql<boolean>`(
    exists (select 1 from teams where receipt_id = own.id)
    or exists (select 1 from lineups where receipt_id = own.id)
  )`
  const oldest = ownReceipts
    .select('own.id')
    .where(({ not }) => not(isInForce))
    .orderBy('own.id')
    .limit(excess)
  await db.deleteFrom('receipts').where('id', 'in', oldest).execute()
}

const receiptColumns = [
  'receipts.id',
  'receipts.kind',
  'receipts.team_name',
  'receipts.round_numbers',
  'receipts.codes',
  'receipts.saved_at',
] as const

/** A manager's receipts of one season, newest first; `before` is the id of the receipt they follow. */
export async function listReceipts(
  db: Db,
  { gameId, managerId, before, limit }: { gameId: number; managerId: number; before?: number; limit: number },
): Promise<Receipt[]> {
  const rows = await db
    .selectFrom('receipts')
    .select(receiptColumns)
    .where('manager_id', '=', managerId)
    .where('game_id', '=', gameId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toReceipt)
}

/** The receipt of a manager's current team; undefined when it was saved before receipts existed. */
export async function findTeamReceipt(
  db: Db,
  { gameId, managerId }: { gameId: number; managerId: number },
): Promise<Receipt | undefined> {
  const row = await db
    .selectFrom('teams')
    .innerJoin('receipts', 'receipts.id', 'teams.receipt_id')
    .select(receiptColumns)
    .where('teams.game_id', '=', gameId)
    .where('teams.manager_id', '=', managerId)
    .executeTakeFirst()
  return row && toReceipt(row)
}

/** The receipts of a team's current line-ups. Each lists only the rounds for which it still counts. */
export async function listReceiptsInForce(db: Db, teamId: number): Promise<Receipt[]> {
  const rows = await db
    .selectFrom('lineups')
    .innerJoin('receipts', 'receipts.id', 'lineups.receipt_id')
    .select(receiptColumns)
    .select('lineups.round_number as roundNumber')
    .where('lineups.team_id', '=', teamId)
    .orderBy('lineups.round_number')
    .execute()
  const first = rows.filter((row, index) => rows.findIndex((each) => each.id === row.id) === index)
  return first.map((row) => ({
    ...toReceipt(row),
    roundNumbers: rows.filter((each) => each.id === row.id).map((each) => each.roundNumber),
  }))
}

function toReceipt(row: Omit<Row<'receipts'>, 'manager_id' | 'game_id'>): Receipt {
  return {
    id: row.id,
    kind: row.kind,
    teamName: row.team_name,
    roundNumbers: row.round_numbers === '' ? [] : row.round_numbers.split('.').map(Number),
    codes: row.codes.split('.'),
    savedAt: row.saved_at,
  }
}
