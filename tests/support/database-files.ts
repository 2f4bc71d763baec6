import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Migrator } from 'kysely'
import { openDatabase } from '#db/engine.server.ts'
import { migrations } from '#migrations/index.ts'

/** Database files in every state that an operator may encounter, each in its own folder. */

/** A path in a new folder. */
export function newDatabasePath(name = 'douze.db'): string {
  return join(mkdtempSync(join(tmpdir(), 'douze-file-')), name)
}

/** Runs statements on a file as another program would, and leaves no log behind. */
export function alterDatabase(file: string, statements: string): string {
  const sqlite = new Database(file)
  sqlite.exec(statements)
  sqlite.pragma('journal_mode = delete')
  sqlite.close()
  return file
}

/** As if migrated by a newer version of the product. */
export function makeNewerDatabase(file: string): string {
  return alterDatabase(
    file,
    `insert into kysely_migration values ('9999-tomorrow', '2099-01-01T00:00:00.000Z')`,
  )
}

/** The schema before the last migration, with an active season and no managers. */
export async function makeOlderDatabase(file = newDatabasePath()) {
  const names = Object.keys(migrations).sort()
  const last = names.at(-1) ?? ''
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name !== last))
  const db = openDatabase(file, { mayCreate: true })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => older } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  await db.destroy()
  // Plain SQL, because current code may use columns of newer migrations.
  alterDatabase(
    file,
    `insert into games (year, host_city, host_country, time_zone, lineup_percentages, budget_tenths, team_size,
       league_limit, concluded_at, is_active)
     values (2025, 'Basel', 'CH', 'Europe/Zurich', '100,85,85,70,70,70', 1000, 6, 20, 1747551600000, 1)`,
  )
  return { file, missing: last }
}

/** Rows that refer to a missing game: each page is sound, the database is not. */
export function orphanRows(file: string): string {
  return alterDatabase(file, 'pragma foreign_keys = off; update entries set game_id = 77')
}

/** The database of another program. */
export function makeForeignDatabase(file = newDatabasePath()): string {
  rmSync(file, { force: true })
  return alterDatabase(file, 'create table recipes (name text)')
}

/** Truncated in the middle, as by an interrupted copy. */
export function truncateDatabase(file: string): string {
  truncateSync(file, Math.floor(readFileSync(file).length / 2))
  return file
}

/** Overwrites a page in the middle, as a failing disk does. */
export function corruptPage(file: string): string {
  const bytes = readFileSync(file)
  const page = 4096
  const middle = Math.floor(bytes.length / page / 2) * page
  bytes.fill(0x5a, middle, middle + page)
  writeFileSync(file, bytes)
  return file
}

/**
 * The hashes of all files in a file's folder, to prove that nothing changed. Without locks, shared memory and empty
 * logs.
 */
export function hashFolder(file: string): Record<string, string> {
  const folder = join(file, '..')
  if (!existsSync(folder)) return {}
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => !/-(shm|lock)$/.test(entry.name),
  )
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, bytes: readFileSync(join(folder, name)) }))
  const relevant = files.filter(({ name, bytes }) => bytes.length > 0 || !name.endsWith('-wal'))
  return Object.fromEntries(
    relevant.map(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')]),
  )
}
