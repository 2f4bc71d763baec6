import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { findSchemaLevel } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findDamage } from '#db/sqlite/health.server.ts'
import { openReadOnly } from '#db/sqlite/open.server.ts'

/** Why a file cannot be used as the database of this code. */
export type FileFault =
  | 'missing'
  | 'empty'
  | 'damaged'
  | 'foreign'
  | 'newer'
  | 'not-allowed'
  | 'locked'
  | 'unreadable'

/** A file as it was found. `detail` is SQLite's or the system's own word, or the names of unknown migrations. */
export type FileState =
  | { ok: true; pending: readonly string[] }
  | { ok: false; fault: FileFault; detail: string }

/**
 * Looks at a database file before anything opens it for writing, and changes nothing in it. SQLite itself would make
 * an empty game of an empty file, and throw away the log beside it that may hold the last saves.
 * `isThorough` reads everything twice over, for backups.
 */
export async function inspectDatabaseFile(file: string, { isThorough = false } = {}): Promise<FileState> {
  try {
    return inspectOnDisk(file) ?? (await inspectSchema(file, isThorough))
  } catch (error) {
    return toFailure(toFileFault(error), error)
  }
}

/** What the file system tells: whether it is there, ours to write, and begins as every SQLite file does. */
function inspectOnDisk(file: string): FileState | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) return toFailure('missing', describeLeftoverWal(file))
  if (!stats.isFile()) return toFailure('unreadable', 'it is no file')
  if (!isWritable(file)) return toFailure('not-allowed', 'it, or the folder it is in, cannot be written')
  if (stats.size === 0) return toFailure('empty', describeLeftoverWal(file))
  return hasSqliteHeader(file) ? undefined : toFailure('damaged', 'it does not begin as a database')
}

async function inspectSchema(file: string, isThorough: boolean): Promise<FileState> {
  const db = openReadOnly(file)
  try {
    return await checkDatabase(db, isThorough)
  } finally {
    await db.destroy()
  }
}

async function checkDatabase(db: Db, isThorough: boolean): Promise<FileState> {
  const damage = await findDamage(db, { isThorough })
  if (damage) return toFailure('damaged', damage)
  const level = await findSchemaLevel(db)
  switch (level.kind) {
    case 'empty':
      return toFailure('empty', '')
    case 'foreign':
      return toFailure('foreign', '')
    case 'newer':
      return toFailure('newer', level.unknown.join(', '))
    case 'ours':
      return { ok: true, pending: level.pending }
  }
}

/** SQLite writes its log beside the file: the folder counts as well. */
function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    accessSync(dirname(file), constants.W_OK)
    return true
  } catch {
    return false
  }
}

const sqliteHeader = 'SQLite format 3\0'

function hasSqliteHeader(file: string): boolean {
  const begin = Buffer.alloc(sqliteHeader.length)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, begin)
  closeSync(descriptor)
  return begin.toString('latin1') === sqliteHeader
}

/** The log of a database that is gone may hold its last saves. */
function describeLeftoverWal(file: string): string {
  const log = `${file}-wal`
  return existsSync(log) && statSync(log).size > 0 ? `its log ${basename(log)} is still there: keep it` : ''
}

const faultsByCode: Record<string, FileFault> = {
  SQLITE_NOTADB: 'damaged',
  SQLITE_CORRUPT: 'damaged',
  SQLITE_BUSY: 'locked',
  SQLITE_CANTOPEN: 'not-allowed',
  SQLITE_READONLY: 'not-allowed',
  SQLITE_PERM: 'not-allowed',
}

/** What an error of SQLite or of the file system means for the file. */
export function toFileFault(error: unknown): FileFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // SQLite's extended codes begin with the plain ones: SQLITE_CORRUPT_INDEX.
  const known = Object.entries(faultsByCode).find(([plain]) => code === plain || code.startsWith(`${plain}_`))
  return known?.[1] ?? 'unreadable'
}

function toFailure(fault: FileFault, reason: unknown): Extract<FileState, { ok: false }> {
  const message = reason instanceof Error ? reason.message : String(reason)
  return { ok: false, fault, detail: message.trim().replaceAll(/\s*\n\s*/g, ', ') }
}
