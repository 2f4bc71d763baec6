import { sql } from 'kysely'
import type { Receipt } from '#app/game/team/receipt.ts'
import type { Db } from '#db/schema.server.ts'
import { type EntryColumns, fromEntryColumns } from '#db/teams/entry-columns.server.ts'

/** A receipt with its manager. */
export interface StoredSave extends Receipt {
  managerId: number
  /** Whether one of its rounds was closed at the receipt's game time (D6). */
  isLate: boolean
}

/** A current team (round null) or one of its line-ups, with its receipt. */
interface Standing {
  roundNumber: number | null
  codes: readonly string[]
  teamName: string | null
  receipt: StoredSave
}

/** The stored saves of the active season. */
export interface StoredSaves {
  receipts: readonly StoredSave[]
  current: readonly Standing[]
  /** Inconsistent rows, as sentences. */
  strays: readonly string[]
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
  const standing = [...(await readTeams(db, afterReceiptId)), ...(await readLineups(db, afterReceiptId))]
  const [inForce, strays]: [Standing[], string[]] = [[], []]
  for (const { receiptId, managerId, roundNumber, teamName, six } of standing) {
    const receipt = byId.get(receiptId ?? 0)
    const codes = six.map((id) => codeOf.get(id) ?? '?')
    if (receipt?.managerId === managerId) inForce.push({ roundNumber, teamName, codes, receipt })
    else strays.push(`manager ${managerId}, round ${roundNumber}: stands without a receipt of its own`)
  }
  return { receipts, current: inForce, strays: [...strays, ...(await findUncounted(db))] }
}

interface Row {
  managerId: number
  roundNumber: number | null
  teamName: string | null
  receiptId: number | null
  six: number[]
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
  return { managerId: row.manager_id, receiptId: row.receipt_id, six: fromEntryColumns(row) }
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
  const wrong = games.filter((game) => game.team_count !== game.teams)
  return wrong.map((game) => `${game.year}: ${game.team_count} teams counted, ${game.teams} stored`)
}

/** Describes partially stored saves; there must be none. */
export function findPartialSaves({ receipts, current: inForce, strays }: StoredSaves): string[] {
  const standing = new Map(inForce.map((each) => [placeOf(each.receipt.managerId, each.roundNumber), each]))
  const newest = new Map<string, StoredSave>()
  for (const receipt of receipts) {
    for (const round of placesOf(receipt)) newest.set(placeOf(receipt.managerId, round), receipt)
  }
  const torn = [...newest].flatMap(([place, receipt]) => {
    const found = standing.get(place)
    if (!found) return [`${place}: receipt ${receipt.id} tells of what is not there`]
    const isNewest = found.receipt.id === receipt.id
    return isNewest ? [] : [`${place}: receipt ${receipt.id} is newer than ${found.receipt.id} in force`]
  })
  return [...strays, ...torn, ...inForce.flatMap((each) => findInconsistencies(each, standing))]
}

function placesOf({ kind, roundNumbers }: StoredSave): (number | null)[] {
  return kind === 'team' ? [null, ...roundNumbers] : [...roundNumbers]
}

function placeOf(managerId: number, roundNumber: number | null): string {
  return `manager ${managerId}, ${roundNumber === null ? 'team' : `round ${roundNumber}`}`
}

function findInconsistencies(each: Standing, standing: ReadonlyMap<string, Standing>): string[] {
  const { receipt, roundNumber, codes, teamName } = each
  const place = placeOf(receipt.managerId, roundNumber)
  const team = standing.get(placeOf(receipt.managerId, null))
  const complaints: string[] = []
  if (new Set(codes).size !== 6 || codes.includes('?'))
    complaints.push(`not six countries: ${codes.join('.')}`)
  if (codes.join() !== receipt.codes.join())
    complaints.push(`${codes.join('.')} is not what its receipt says`)
  if (roundNumber === null && teamName !== receipt.teamName) complaints.push('another name than its receipt')
  if (team && [...team.codes].sort().join() !== [...codes].sort().join())
    complaints.push("not its team's six")
  return complaints.map((complaint) => `${place}: ${complaint}`)
}

/** The damage that SQLite finds in the file; there must be none. */
export async function findDamage(db: Db): Promise<string[]> {
  const checked = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const dangling = await sql<{ table: string; rowid: number }>`pragma foreign_key_check`.execute(db)
  return [
    ...checked.rows.map((row) => row.integrity_check).filter((said) => said !== 'ok'),
    ...dangling.rows.map((row) => `${row.table} ${row.rowid} refers to nothing`),
  ]
}
