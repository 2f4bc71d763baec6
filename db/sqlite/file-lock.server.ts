import Database from 'better-sqlite3'
import { ensurePrivateFile } from './private-file.server.ts'

/** Lets go of what was held. */
export type ReleaseLock = () => void

/**
 * Who works on a database file says so by a lock on an empty file beside it, `<file>-lock`: shared by all who
 * serve it, alone by who replaces it. It says nothing of what the database holds, so it also counts while that is
 * damaged or missing, and the system takes it back from a process that dies. Undefined when others are in the way.
 */
export function lockShared(file: string): ReleaseLock | undefined {
  return acquireLock(file, ['begin', 'select 1 from sqlite_schema'])
}

/** The same for one that wants to be alone. */
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
