import { sql } from 'kysely'
import type { Db, Schema } from './schema.server.ts'

/** A table with its primary key, in whose order its rows are read. */
export interface CopiedTable {
  name: keyof Schema
  key: readonly [string, ...string[]]
  /** Columns that refer to tables further down: they are filled in when those are there. */
  later?: readonly string[]
}

/** All tables of the game, each behind those that it refers to. `kysely_migration` is written by migrating. */
export const copiedTables: readonly CopiedTable[] = [
  { name: 'managers', key: ['id'] },
  { name: 'games', key: ['id'], later: ['publication_id', 'live_publication_id'] },
  { name: 'rounds', key: ['game_id', 'round_number'] },
  { name: 'entries', key: ['id'] },
  { name: 'round_scores', key: ['game_id', 'round_number', 'entry_id'] },
  { name: 'publications', key: ['id'] },
  { name: 'publication_points', key: ['publication_id', 'round_number', 'entry_id'] },
  { name: 'receipts', key: ['id'] },
  { name: 'teams', key: ['id'] },
  { name: 'lineups', key: ['team_id', 'round_number'] },
  { name: 'leagues', key: ['id'] },
  { name: 'memberships', key: ['league_id', 'team_id'] },
  { name: 'membership_changes', key: ['id'] },
  { name: 'league_events', key: ['id'] },
  { name: 'league_removals', key: ['league_id', 'team_id'] },
  { name: 'league_screens', key: ['league_id'] },
  { name: 'articles', key: ['id'] },
  { name: 'images', key: ['name'] },
  { name: 'sessions', key: ['id_hash'] },
  { name: 'sign_in_attempts', key: ['state_hash'] },
  { name: 'logout_tokens_seen', key: ['token_hash'] },
  { name: 'sent_forms', key: ['form_key'] },
  { name: 'mail_addresses', key: ['id'] },
  { name: 'mailings', key: ['id'] },
  { name: 'outbox', key: ['id'] },
  { name: 'dismissed_notices', key: ['manager_id', 'cause'] },
  { name: 'sender_lease', key: ['id'] },
  { name: 'demo_clock', key: ['id'] },
  { name: 'demo_mails', key: ['id'] },
  { name: 'versions', key: ['topic'] },
]

/** A migrated database without a game has rows only here. */
const filledByMigrations: keyof Schema = 'versions'

type Row = Readonly<Record<string, unknown>>

/** An image has 5 MB at most and an article some 100 kB: as many of them are held at once, on either side. */
const rowsPerBatch: Readonly<Partial<Record<keyof Schema, number>>> = { images: 16, articles: 100 }

/** The first table that has rows, of a migrated database; undefined when it holds no game. */
export async function findFilledTable(db: Db): Promise<string | undefined> {
  for (const { name } of copiedTables) {
    if (name === filledByMigrations) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return name
  }
  return undefined
}

/**
 * Copies all rows into a migrated database that holds no game. Call inside a transaction of both: all or none. `onTable` is
 * told how many each table has.
 */
export async function copyRows(
  from: Db,
  to: Db,
  onTable: (name: string, rows: number) => void,
): Promise<void> {
  await sql`delete from ${sql.table(filledByMigrations)}`.execute(to)
  for (const table of copiedTables) {
    let count = 0
    for await (const rows of readBatches(from, table)) {
      const empty = Object.fromEntries((table.later ?? []).map((column) => [column, null]))
      await insert(
        to,
        table,
        rows.map((row) => ({ ...row, ...empty })),
      )
      count += rows.length
    }
    onTable(table.name, count)
  }
  for (const table of copiedTables) await fillIn(from, to, table)
}

/**
 * Compares every row of two databases. Returns the first difference in words, 'lineups, row 12.1', or undefined when there is
 * none.
 */
export async function findDifference(from: Db, to: Db): Promise<string | undefined> {
  for (const table of copiedTables) {
    const copies = readBatches(to, table)
    for await (const rows of readBatches(from, table)) {
      const copied: readonly Row[] = (await copies.next()).value ?? []
      const at = rows.findIndex((row, index) => !isSame(row, copied[index]))
      if (at >= 0 || copied.length > rows.length) return describe(table, rows[at] ?? copied[rows.length])
    }
    const rest: readonly Row[] = (await copies.next()).value ?? []
    if (rest.length > 0) return describe(table, rest[0])
  }
  return undefined
}

/** The rows in the order of their key: both engines order numbers and texts alike, texts by code. */
async function* readBatches(db: Db, { name, key }: CopiedTable): AsyncGenerator<readonly Row[], undefined> {
  const size = rowsPerBatch[name] ?? 1000
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let last: Row | undefined
  for (;;) {
    const after = last && sql`where (${columns}) > (${sql.join(key.map((column) => last?.[column]))})`
    const { rows } = await sql<Row>`select * from ${sql.table(name)} ${after ?? sql``}
      order by ${columns} limit ${sql.lit(size)}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < size) return undefined
    last = rows.at(-1)
  }
}

async function insert(db: Db, { name }: CopiedTable, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(db)
}

async function fillIn(from: Db, to: Db, { later = [], ...table }: CopiedTable): Promise<void> {
  if (later.length === 0) return
  for await (const rows of readBatches(from, table)) {
    for (const row of rows) {
      const pairs = (columns: readonly string[]) =>
        columns.map((column) => sql`${sql.ref(column)} = ${row[column]}`)
      await sql`update ${sql.table(table.name)} set ${sql.join(pairs(later))}
        where ${sql.join(pairs(table.key), sql` and `)}`.execute(to)
    }
  }
}

function isSame(row: Row, copy: Row | undefined): boolean {
  if (!copy) return false
  const columns = Object.keys(row)
  return (
    columns.length === Object.keys(copy).length &&
    columns.every((column) => isSameValue(row[column], copy[column]))
  )
}

function isSameValue(value: unknown, copy: unknown): boolean {
  if (value instanceof Uint8Array && copy instanceof Uint8Array) return Buffer.compare(value, copy) === 0
  return value === copy
}

function describe({ name, key }: CopiedTable, row: Row | undefined): string {
  return `${name}, row ${key.map((column) => String(row?.[column])).join('.')}`
}
