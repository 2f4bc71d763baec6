import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { engineOf, openDatabase } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import { made } from './made-databases.ts'

/** The server on which `npm run test:postgres` runs the tests; otherwise each has a SQLite file. */
const serverUrl = process.env.TEST_POSTGRES_URL

export const isOnPostgres = serverUrl !== undefined && serverUrl !== ''

/** Where a test finds a new database, empty and of its own: the path of a file in a new folder, or a URL. */
export async function newDatabase(name = 'douze'): Promise<string> {
  if (!isOnPostgres) {
    const folder = mkdtempSync(join(tmpdir(), `${name}-test-`))
    made.push(folder)
    return join(folder, 'douze.db')
  }
  const database = `${name}_${randomUUID().replaceAll('-', '')}`
  await onServer(async (server) => {
    await sql`create database ${sql.id(database)} template template0`.execute(server)
    // Before PostgreSQL's own functions come those of a test (`stopDatabaseClock`).
    await sql`alter database ${sql.id(database)} set search_path = public, pg_catalog`.execute(server)
  })
  made.push(database)
  return toUrl(database)
}

/** Opens a new database, empty: in memory, or on the server. */
export async function openNewDatabase(): Promise<Db> {
  return openDatabase(isOnPostgres ? await newDatabase() : ':memory:', { mayCreate: true })
}

/** The setting that names a database. */
export function toDatabaseSetting(location: string): { DATABASE_FILE: string; DATABASE_URL: string } {
  const isUrl = location.startsWith('postgres:')
  return { DATABASE_FILE: isUrl ? '' : location, DATABASE_URL: isUrl ? location : '' }
}

/** Runs statements of an operator on the server's own database. */
export async function onServer<Result>(work: (server: Db) => Promise<Result>): Promise<Result> {
  const server = openDatabase(serverUrl ?? '')
  return work(server).finally(() => server.destroy())
}

export function toUrl(database: string): string {
  const url = new URL(serverUrl ?? '')
  url.pathname = database
  return url.href
}

/** Takes the lock of those who write, like a process that hangs in a transaction; returns what releases it. */
export async function lockDatabase(location: string): Promise<() => Promise<void>> {
  const other = openDatabase(location)
  const transaction = await other.startTransaction().execute()
  if (isOnPostgres) await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
  return async () => {
    await transaction.rollback().execute()
    await other.destroy()
  }
}

/** Stops the clock of a server's database at an instant. A SQLite file has that of the process, which the test has stopped. */
export function stopDatabaseClock(location: string, instant: string | number): Promise<void> {
  return setDatabaseClock(location, String(new Date(instant).getTime()))
}

/** Has a server's database take its clock from the file of `startClock`, so that both change at once. */
export function followClockFile(location: string, file: string): Promise<void> {
  return setDatabaseClock(location, `(pg_read_file('${file}')::json->>'wall')::bigint`)
}

/** `ms`: the instant as an expression of PostgreSQL, in epoch ms. */
async function setDatabaseClock(location: string, ms: string): Promise<void> {
  if (!isOnPostgres) return
  await runStatements(
    location,
    `create or replace function clock_timestamp() returns timestamptz language sql as $$ select to_timestamp(${ms} / 1000.0) $$`,
  )
}

/** Runs statements on a database as another program would. */
export async function runStatements(location: string, ...statements: readonly string[]): Promise<void> {
  const other = openDatabase(location)
  for (const statement of statements) await sql.raw(statement).execute(other)
  await other.destroy()
}

/** What changes with every write: SQLite's own count, or the rows of each table with the transactions that wrote them. */
export async function countWrites(db: Db): Promise<unknown> {
  if (!isOnPostgres) return (await sql`select total_changes()`.execute(db)).rows
  const tables = (await engineOf(db).listTables(db)).map(
    (table) =>
      sql`select ${table} as name, count(*) as n, sum(xmin::text::bigint) as written from ${sql.table(table)}`,
  )
  return (await sql`${sql.join(tables, sql` union all `)} order by 1`.execute(db)).rows
}

/** Reads what changes with every write of another process. */
export function openWriteCounter(location: string): () => Promise<string> {
  const counter = openDatabase(location)
  return async () =>
    JSON.stringify(
      isOnPostgres ? await countWrites(counter) : (await sql`pragma data_version`.execute(counter)).rows,
    )
}

/** Rows that refer to none; PostgreSQL has checked that with every write. */
export async function listOrphans(db: Db): Promise<unknown[]> {
  return isOnPostgres ? [] : (await sql`pragma foreign_key_check`.execute(db)).rows
}

/** Removes what the tests of a file have made. */
export async function removeDatabases(): Promise<void> {
  if (!isOnPostgres) {
    for (const folder of made) rmSync(folder, { recursive: true, force: true })
    return
  }
  await onServer(async (server) => {
    for (const name of made) await sql`drop database if exists ${sql.id(name)} with (force)`.execute(server)
  })
}
