import { sql } from 'kysely'
import type { Receipt } from '#app/game/team/receipt.ts'
import { engineOf } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import { sqlite } from '#db/sqlite/engine.server.ts'
import { type EntryColumns, fromEntryColumns } from '#db/teams/entry-columns.server.ts'

/** A receipt with its manager. */
export interface StoredSave extends Receipt {
  managerId: number
  /** Whether one of its rounds was closed at the receipt's game time (D6). */
  isLate: boolean
}

/** A current team (round null) or one of its line-ups, with its receipt. */
interface CurrentRow {
  roundNumber: number | null
  codes: readonly string[]
  teamName: string | null
  receipt: StoredSave
}

/** The stored saves of the active season. */
export interface StoredSaves {
  receipts: readonly StoredSave[]
  current: readonly CurrentRow[]
  /** Inconsistent rows, as sentences. */
  inconsistencies: readonly string[]
}

/** The id of the newest receipt, 0 when there is none: later saves have higher ids. */
export async function findNewestReceiptId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('receipts')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Reads the receipts after `afterReceiptId` and the current teams and line-ups. Loads all of them into memory. */
export async function readStoredSaves(db: Db, afterReceiptId: number): Promise<StoredSaves> {
  const codeOf = await readCodes(db)
  const deadlines = await readDeadlines(db)
  const rows = await db
    .selectFrom('receipts')
    .innerJoin('games', 'games.id', 'receipts.game_id')
    .selectAll('receipts')
    .where('games.is_active', '=', 1)
    .where('receipts.id', '>', afterReceiptId)
    .orderBy('receipts.id')
    .execute()
  const receipts = rows.map((row) => {
    const roundNumbers = row.round_numbers === '' ? [] : row.round_numbers.split('.').map(Number)
    const { id, kind, manager_id: managerId, team_name: teamName, saved_at: savedAt } = row
    const isLate = roundNumbers.some((round) => savedAt >= (deadlines.get(round) ?? 0))
    return { id, kind, managerId, teamName, roundNumbers, codes: row.codes.split('.'), savedAt, isLate }
  })
  const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]))
  const currentRows = [...(await readTeams(db, afterReceiptId)), ...(await readLineups(db, afterReceiptId))]
  const [inForce, inconsistencies]: [CurrentRow[], string[]] = [[], []]
  for (const { receiptId, managerId, roundNumber, teamName, entryIds } of currentRows) {
    const receipt = byId.get(receiptId ?? 0)
    const codes = entryIds.map((id) => codeOf.get(id) ?? '?')
    if (receipt?.managerId === managerId) inForce.push({ roundNumber, teamName, codes, receipt })
    else inconsistencies.push(`manager ${managerId}, round ${roundNumber}: has no receipt of its own`)
  }
  return { receipts, current: inForce, inconsistencies: [...inconsistencies, ...(await findUncounted(db))] }
}

interface Row {
  managerId: number
  roundNumber: number | null
  teamName: string | null
  receiptId: number | null
  entryIds: number[]
}

async function readTeams(db: Db, after: number): Promise<Row[]> {
  const rows = await db
    .selectFrom('teams')
    .innerJoin('games', 'games.id', 'teams.game_id')
    .selectAll('teams')
    .where('games.is_active', '=', 1)
    .where('teams.receipt_id', '>', after)
    .execute()
  return rows.map((row) => ({ ...rowOf(row), roundNumber: null, teamName: row.team_name }))
}

async function readLineups(db: Db, after: number): Promise<Row[]> {
  const rows = await db
    .selectFrom('lineups')
    .innerJoin('teams', 'teams.id', 'lineups.team_id')
    .innerJoin('games', 'games.id', 'teams.game_id')
    .selectAll('lineups')
    .select('teams.manager_id')
    .where('games.is_active', '=', 1)
    .where('lineups.receipt_id', '>', after)
    .execute()
  return rows.map((row) => ({ ...rowOf(row), roundNumber: row.round_number, teamName: null }))
}

function rowOf(row: EntryColumns & { manager_id: number; receipt_id: number | null }) {
  return { managerId: row.manager_id, receiptId: row.receipt_id, entryIds: fromEntryColumns(row) }
}

async function readCodes(db: Db): Promise<Map<number, string>> {
  const entries = await db
    .selectFrom('entries')
    .innerJoin('games', 'games.id', 'entries.game_id')
    .select(['entries.id', 'entries.code'])
    .where('games.is_active', '=', 1)
    .execute()
  return new Map(entries.map(({ id, code }) => [id, code]))
}

async function readDeadlines(db: Db): Promise<Map<number, number>> {
  const rounds = await db
    .selectFrom('rounds')
    .innerJoin('games', 'games.id', 'rounds.game_id')
    .select(['round_number', 'deadline_at'])
    .where('games.is_active', '=', 1)
    .execute()
  return new Map(rounds.map((round) => [round.round_number, round.deadline_at]))
}

/** A team and the team count are stored together, or not at all. */
async function findUncounted(db: Db): Promise<string[]> {
  const games = await db
    .selectFrom('games')
    .select(['year', 'team_count'])
    .select((game) =>
      game
        .selectFrom('teams')
        .whereRef('teams.game_id', '=', 'games.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('teams'),
    )
    .execute()
  const miscounted = games.filter((game) => game.team_count !== game.teams)
  return miscounted.map((game) => `${game.year}: ${game.team_count} teams counted, ${game.teams} stored`)
}

/** Describes partially stored saves; there must be none. */
export function findPartialSaves({ receipts, current: inForce, inconsistencies }: StoredSaves): string[] {
  const currentRows = new Map(
    inForce.map((each) => [describeSubject(each.receipt.managerId, each.roundNumber), each]),
  )
  const newest = new Map<string, StoredSave>()
  for (const receipt of receipts) {
    for (const round of listSubjects(receipt)) newest.set(describeSubject(receipt.managerId, round), receipt)
  }
  const outdated = [...newest].flatMap(([subject, receipt]) => {
    const current = currentRows.get(subject)
    if (!current) return [`${subject}: receipt ${receipt.id} has no stored row`]
    const isNewest = current.receipt.id === receipt.id
    return isNewest ? [] : [`${subject}: receipt ${receipt.id} is newer than ${current.receipt.id} in force`]
  })
  return [
    ...inconsistencies,
    ...outdated,
    ...inForce.flatMap((each) => findInconsistencies(each, currentRows)),
  ]
}

function listSubjects({ kind, roundNumbers }: StoredSave): (number | null)[] {
  return kind === 'team' ? [null, ...roundNumbers] : [...roundNumbers]
}

function describeSubject(managerId: number, roundNumber: number | null): string {
  return `manager ${managerId}, ${roundNumber === null ? 'team' : `round ${roundNumber}`}`
}

function findInconsistencies(each: CurrentRow, currentRows: ReadonlyMap<string, CurrentRow>): string[] {
  const { receipt, roundNumber, codes, teamName } = each
  const subject = describeSubject(receipt.managerId, roundNumber)
  const team = currentRows.get(describeSubject(receipt.managerId, null))
  const problems: string[] = []
  if (new Set(codes).size !== 6 || codes.includes('?')) problems.push(`not six countries: ${codes.join('.')}`)
  if (codes.join() !== receipt.codes.join()) problems.push(`${codes.join('.')} differs from its receipt`)
  if (roundNumber === null && teamName !== receipt.teamName)
    problems.push('the name differs from its receipt')
  if (team && [...team.codes].sort().join() !== [...codes].sort().join()) problems.push("not its team's six")
  return problems.map((problem) => `${subject}: ${problem}`)
}

/** The damage that SQLite finds in the file; there must be none. PostgreSQL checks with every write. */
export async function findDamage(db: Db): Promise<string[]> {
  if (engineOf(db) !== sqlite) return []
  const checked = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const foreignKeys = await sql<{ table: string; rowid: number }>`pragma foreign_key_check`.execute(db)
  return [
    ...checked.rows.map((row) => row.integrity_check).filter((message) => message !== 'ok'),
    ...foreignKeys.rows.map((row) => `${row.table} ${row.rowid} refers to nothing`),
  ]
}
