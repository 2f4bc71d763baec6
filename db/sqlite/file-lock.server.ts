import Database from 'better-sqlite3'
import { ensurePrivateFile } from './open.server.ts'

/** The locks of this process. Without a reference the garbage collector would close a handle, and release its lock. */
const heldLocks = new Set<Database.Database>()

/**
 * Users of a database file lock an empty file beside it, `<file>-lock`: shared by processes that serve it, exclusive
 * for one that replaces it. The lock is independent of the database's content, so it also works while that is damaged
 * or missing, and the system releases it when a process dies. Returns what releases the lock; undefined when it is
 * not available.
 */
export function lockShared(file: string): (() => void) | undefined {
  return acquireLock(file, 'begin; select 1 from sqlite_schema')
}

export function lockExclusive(file: string): (() => void) | undefined {
  return acquireLock(file, 'begin exclusive')
}

function acquireLock(file: string, statements: string): (() => void) | undefined {
  ensurePrivateFile(`${file}-lock`)
  const sqlite = new Database(`${file}-lock`, { timeout: 0 })
  try {
    sqlite.exec(statements)
    heldLocks.add(sqlite)
    return () => {
      heldLocks.delete(sqlite)
      sqlite.close()
    }
  } catch (error) {
    sqlite.close()
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return undefined
    throw error
  }
}
