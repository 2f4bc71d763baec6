import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { findSchemaLevel } from '#db/migrate.server.ts'
import { findDamage } from '#db/sqlite/backup.server.ts'
import { openReadOnly } from '#db/sqlite/open.server.ts'

/** Why a file cannot be opened as this version's database. */
export type FileFault =
  | 'missing'
  | 'empty'
  | 'damaged'
  | 'foreign'
  | 'newer'
  | 'not-allowed'
  | 'locked'
  | 'unreadable'

/**
 * The result of an inspection. `detail` is the error message of SQLite or the system, or the names of unknown
 * migrations.
 */
export type FileState =
  | { ok: true; pending: readonly string[] }
  | { ok: false; fault: FileFault; detail: string }

/**
 * Inspects a database file, without changing it, before anything opens it for writing: SQLite would turn an empty
 * file into an empty game, and discard a leftover log that may contain the last saves. `isThorough` checks everything
 * twice over, for backups.
 */
export async function inspectDatabaseFile(file: string, { isThorough = false } = {}): Promise<FileState> {
  try {
    return inspectOnDisk(file) ?? (await inspectSchema(file, isThorough))
  } catch (error) {
    return toFailure(toFileFault(error), error)
  }
}

/** Checks on the file system: whether the file exists, is writable, and has SQLite's header. */
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
    const damage = await findDamage(db, { isThorough })
    if (damage) return toFailure('damaged', damage)
    const level = await findSchemaLevel(db)
    if (level.kind === 'known') return { ok: true, pending: level.pending }
    return toFailure(level.kind, level.kind === 'newer' ? level.unknown.join(', ') : '')
  } finally {
    await db.destroy()
  }
}

/** SQLite writes its log beside the file, so the folder must be writable as well. */
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

/** A leftover log of a missing database may contain its last saves. */
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

/** Maps an error of SQLite or the file system to a fault. */
export function toFileFault(error: unknown): FileFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // SQLite's extended codes start with the primary ones: SQLITE_CORRUPT_INDEX.
  const match = Object.entries(faultsByCode).find(([plain]) => code === plain || code.startsWith(`${plain}_`))
  return match?.[1] ?? 'unreadable'
}

function toFailure(fault: FileFault, reason: unknown): Extract<FileState, { ok: false }> {
  const message = reason instanceof Error ? reason.message : String(reason)
  return { ok: false, fault, detail: message.trim().replaceAll(/\s*\n\s*/g, ', ') }
}
