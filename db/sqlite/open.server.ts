import Database from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Db, Schema } from '#db/schema.server.ts'
import { RetryingSqliteDialect } from './dialect.server.ts'
import { ensurePrivateFile } from './private-file.server.ts'

interface OpenOptions {
  mayCreate?: boolean
}

/**
 * Opens one SQLite file (or ':memory:') with the pragmas that durability rests on (security.md):
 * FULL is set at every open because better-sqlite3 reopens a WAL file with NORMAL.
 * A file that does not exist is refused unless `mayCreate`: production never makes an empty game silently. One that is made
 * is its owner's alone to read.
 */
export function openDatabase(file: string, { mayCreate = false }: OpenOptions = {}): Db {
  if (mayCreate && file !== ':memory:') ensurePrivateFile(file)
  const sqlite = new Database(file, { fileMustExist: !mayCreate && file !== ':memory:' })
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('trusted_schema = OFF')
  sqlite.pragma('journal_size_limit = 67108864')
  // What is deleted or replaced is overwritten wherever that costs no page more (docs/decisions/0006).
  sqlite.pragma('secure_delete = FAST')
  // Opening may wait in SQLite itself (5 s); from here on the dialect waits, and lets others read meanwhile.
  sqlite.pragma('busy_timeout = 0')
  return createKysely(sqlite)
}

/** Opens a file to look at it. What is found stays as it is, whatever it is: not even its journal mode changes. */
export function openReadOnly(file: string): Db {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true, timeout: 2000 })
  sqlite.pragma('trusted_schema = OFF')
  return createKysely(sqlite)
}

function createKysely(sqlite: Database.Database): Db {
  return new Kysely<Schema>({ dialect: new RetryingSqliteDialect({ database: sqlite }) })
}
