import Database from 'better-sqlite3'
import { ensurePrivateFile } from './private-file.server.ts'

/** Releases the lock. */
export type ReleaseLock = () => void

/**
 * Users of a database file lock an empty file beside it, `<file>-lock`: shared by processes that serve it, exclusive
 * for one that replaces it. The lock is independent of the database's content, so it also works while that is damaged
 * or missing, and the system releases it when a process dies. Undefined when the lock is not available.
 */
export function lockShared(file: string): ReleaseLock | undefined {
  return acquireLock(file, ['begin', 'select 1 from sqlite_schema'])
}

/** Acquires the exclusive lock. */
export function lockExclusive(file: string): ReleaseLock | undefined {
  return acquireLock(file, ['begin exclusive'])
}

function acquireLock(file: string, statements: readonly string[]): ReleaseLock | undefined {
  ensurePrivateFile(`${file}-lock`)
  const sqlite = new Database(`${file}-lock`, { timeout: 0 })
  try {
    for (const statement of statements) run(sqlite, statement)
    return () => void sqlite.close()
  } catch (error) {
    sqlite.close()
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return undefined
    throw error
  }
}

function run(sqlite: Database.Database, statement: string): void {
  const prepared = sqlite.prepare(statement)
  if (prepared.reader) prepared.all()
  else prepared.run()
}
