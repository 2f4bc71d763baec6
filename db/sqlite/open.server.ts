import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Db, Schema } from '#db/schema.server.ts'
import { RetryingSqliteDialect } from './dialect.server.ts'
import { movedMessage, watchFile } from './file-in-place.server.ts'

/**
 * Opens an SQLite file (or ':memory:') with the pragmas that durability depends on (security.md): FULL is set at
 * every open, because better-sqlite3 reopens a WAL file with NORMAL. A missing file is refused unless `mayCreate`, so
 * that production never silently creates an empty game. A created file is readable only by its owner.
 */
export function openDatabase(file: string, { mayCreate = false } = {}): Db {
  const isFile = file !== ':memory:'
  if (mayCreate && isFile) ensurePrivateFile(file)
  const isInPlace = isFile ? watchFile(file) : () => true
  const sqlite = new Database(file, { fileMustExist: !mayCreate && isFile })
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('trusted_schema = OFF')
  sqlite.pragma('journal_size_limit = 67108864')
  // Deleted and replaced content is overwritten where that costs no additional page write (docs/decisions/0006).
  sqlite.pragma('secure_delete = FAST')
  // Opening may wait inside SQLite (5 s); from here on the dialect waits, and does not block reads.
  sqlite.pragma('busy_timeout = 0')
  isInPlace()
  const db = createKysely(sqlite, isInPlace)
  watches.set(db, isInPlace)
  return db
}

const watches = new WeakMap<Db, () => boolean>()

/** `Engine.findFault`. */
export function findFault(db: Db): string | undefined {
  return watches.get(db)?.() === false ? movedMessage : undefined
}

/** Why SQLite cannot be loaded, in words: its package belongs to one version of Node. */
export function findPackageFault(): string | undefined {
  try {
    new Database(':memory:').close()
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `The packages were installed for another system or another version of Node than this one (${process.version}). Install them again: npm ci --include=dev (${reason})`
  }
}

/** Opens a file for inspection, without changing anything, not even its journal mode. */
export function openReadOnly(file: string): Db {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true, timeout: 2000 })
  sqlite.pragma('trusted_schema = OFF')
  return createKysely(sqlite)
}

function createKysely(sqlite: Database.Database, isInPlace?: () => boolean): Db {
  return new Kysely<Schema>({ dialect: new RetryingSqliteDialect(sqlite, isInPlace) })
}

/**
 * Creates an empty file that only its owner can read, unless it exists. SQLite gives the files it creates beside a
 * database the same permissions, whatever the umask. Errors are ignored: SQLite reports them when it opens the file.
 */
export function ensurePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // It exists, or cannot be created: the next open reports it.
  }
}
