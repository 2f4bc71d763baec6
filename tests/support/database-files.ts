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
import { openDatabase } from '#db/sqlite/open.server.ts'
import { migrations } from '#migrations/index.ts'

/** Database files in every state that whoever runs this may come upon. Each is in a folder of its own. */

/** A path in a new folder. */
export function newDatabasePath(name = 'douze.db'): string {
  return join(mkdtempSync(join(tmpdir(), 'douze-file-')), name)
}

/** Runs statements on a file as another program would, and leaves nothing beside it. */
export function alterDatabase(file: string, statements: string): string {
  const sqlite = new Database(file)
  sqlite.exec(statements)
  sqlite.pragma('journal_mode = delete')
  sqlite.close()
  return file
}

/** As if a newer version of the product had changed it. */
export function makeNewerDatabase(file: string): string {
  return alterDatabase(
    file,
    `insert into kysely_migration values ('9999-tomorrow', '2099-01-01T00:00:00.000Z')`,
  )
}

/** The schema of the version before the last migration, with an active season of its own and nobody in it. */
export async function makeOlderDatabase(file = newDatabasePath()) {
  const names = Object.keys(migrations).sort()
  const last = names.at(-1) ?? ''
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name !== last))
  const db = openDatabase(file, { mayCreate: true })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => older } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  await db.destroy()
  // By hand, because today's code may ask for tomorrow's columns.
  alterDatabase(
    file,
    `insert into games (year, host_city, host_country, time_zone, lineup_percentages, budget_tenths, team_size,
       league_limit, concluded_at, is_active)
     values (2025, 'Basel', 'CH', 'Europe/Zurich', '100,85,85,70,70,70', 1000, 6, 20, 1747551600000, 1)`,
  )
  return { file, missing: last }
}

/** Rows that refer to a game that is not there: each page is sound, the whole is not. */
export function orphanRows(file: string): string {
  return alterDatabase(file, 'pragma foreign_keys = off; update entries set game_id = 77')
}

/** The database of some other program. */
export function makeForeignDatabase(file = newDatabasePath()): string {
  rmSync(file, { force: true })
  return alterDatabase(file, 'create table recipes (name text)')
}

/** Cut off in the middle, as by a copy that ended early. */
export function truncateDatabase(file: string): string {
  truncateSync(file, Math.floor(readFileSync(file).length / 2))
  return file
}

/** A page in the middle overwritten, as by a failing disk. */
export function corruptPage(file: string): string {
  const bytes = readFileSync(file)
  const page = 4096
  const middle = Math.floor(bytes.length / page / 2) * page
  bytes.fill(0x5a, middle, middle + page)
  writeFileSync(file, bytes)
  return file
}

/** Everything in a file's folder by the hash of its bytes, to prove that nothing was changed. Locks, shared memory and logs with nothing in them aside. */
export function hashFolder(file: string): Record<string, string> {
  const folder = join(file, '..')
  if (!existsSync(folder)) return {}
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => !/-(shm|lock)$/.test(entry.name),
  )
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, bytes: readFileSync(join(folder, name)) }))
  const kept = files.filter(({ name, bytes }) => bytes.length > 0 || !name.endsWith('-wal'))
  return Object.fromEntries(
    kept.map(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')]),
  )
}
