import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { findDamage } from '#db/health.server.ts'
import { findLevel } from '#db/migrate.server.ts'
import { openToRead } from '#db/open.server.ts'
import type { Db } from '#db/schema.server.ts'

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
export async function inspectFile(file: string, { isThorough = false } = {}): Promise<FileState> {
  try {
    return inspectBytes(file) ?? (await inspectContent(file, isThorough))
  } catch (error) {
    return refuse(faultOf(error), error)
  }
}

/** What the file system tells: whether it is there, ours to write, and begins as every SQLite file does. */
function inspectBytes(file: string): FileState | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return refuse('missing', leftover(file))
  if (!found.isFile()) return refuse('unreadable', 'it is no file')
  if (!isWritable(file)) return refuse('not-allowed', 'it, or the folder it is in, cannot be written')
  if (found.size === 0) return refuse('empty', leftover(file))
  return beginsAsSqlite(file) ? undefined : refuse('damaged', 'it does not begin as a database')
}

async function inspectContent(file: string, isThorough: boolean): Promise<FileState> {
  const db = openToRead(file)
  try {
    return await judge(db, isThorough)
  } finally {
    await db.destroy()
  }
}

async function judge(db: Db, isThorough: boolean): Promise<FileState> {
  const damage = await findDamage(db, { isThorough })
  if (damage) return refuse('damaged', damage)
  const level = await findLevel(db)
  switch (level.kind) {
    case 'empty':
      return refuse('empty', '')
    case 'foreign':
      return refuse('foreign', '')
    case 'newer':
      return refuse('newer', level.unknown.join(', '))
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

const firstBytes = 'SQLite format 3\0'

function beginsAsSqlite(file: string): boolean {
  const begin = Buffer.alloc(firstBytes.length)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, begin)
  closeSync(descriptor)
  return begin.toString('latin1') === firstBytes
}

/** The log of a database that is gone may hold its last saves. */
function leftover(file: string): string {
  const log = `${file}-wal`
  return existsSync(log) && statSync(log).size > 0 ? `its log ${basename(log)} is still there: keep it` : ''
}

const faults: Record<string, FileFault> = {
  SQLITE_NOTADB: 'damaged',
  SQLITE_CORRUPT: 'damaged',
  SQLITE_BUSY: 'locked',
  SQLITE_CANTOPEN: 'not-allowed',
  SQLITE_READONLY: 'not-allowed',
  SQLITE_PERM: 'not-allowed',
}

/** What an error of SQLite or of the file system means for the file. */
export function faultOf(error: unknown): FileFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // SQLite's extended codes begin with the plain ones: SQLITE_CORRUPT_INDEX.
  const known = Object.entries(faults).find(([plain]) => code === plain || code.startsWith(`${plain}_`))
  return known?.[1] ?? 'unreadable'
}

function refuse(fault: FileFault, reason: unknown): Extract<FileState, { ok: false }> {
  const words = reason instanceof Error ? reason.message : String(reason)
  return { ok: false, fault, detail: words.trim().replaceAll(/\s*\n\s*/g, ', ') }
}
