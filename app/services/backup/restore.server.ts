import { existsSync, linkSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { skipAddressIds } from '#db/mail/mail-addresses.server.ts'
import { deleteAllSessions, mergeWal } from '#db/sqlite/backup.server.ts'
import { lockExclusive } from '#db/sqlite/file-lock.server.ts'
import { openDatabase } from '#db/sqlite/open.server.ts'
import { type DatabaseSummary, readDatabaseSummary } from '#db/summary.server.ts'
import { chownLikeFolder, copyPrivateFile, syncToDisk, toFileTimestamp } from './atomic-files.server.ts'
import { type BackupFailure, toWriteFailure } from './backup.server.ts'
import { inspectDatabaseFile, toFileFault } from './database-file.server.ts'

/** Why a restore failed. `path` is the cause's file: the backup or the database. */
export interface RestoreFailure extends Omit<BackupFailure, 'fault'> {
  fault: BackupFailure['fault'] | 'same-file' | 'in-use'
}

export interface Restored {
  ok: true
  contents: DatabaseSummary
  /** Migrations that will run when the server starts. */
  pending: readonly string[]
  /** Where the previous database is moved; undefined when there was none. */
  aside: string | undefined
}

interface RestoreOptions {
  backup: string
  file: string
  /** System clock, epoch ms; part of the previous database's new name. */
  now: number
}

/**
 * Replaces a database that is not in use by a backup. The backup is copied and verified first; the database stays
 * unchanged until the last step, a rename, and is then retained under another name.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored | RestoreFailure> {
  const { backup, file } = options
  const failure = inspectBackup(options)
  if (failure) return failure
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const release = lockExclusive(file)
  if (!release) return { ok: false, fault: 'in-use', path: file, detail: '' }
  try {
    chownLikeFolder(`${file}-lock`)
    return await replaceDatabase(options)
  } catch (error) {
    return { ok: false, ...toWriteFailure(error), path: backup }
  } finally {
    release()
  }
}

function inspectBackup({ backup, file }: RestoreOptions): RestoreFailure | undefined {
  const stats = statSync(backup, { throwIfNoEntry: false })
  if (!stats) return { ok: false, fault: 'missing', path: backup, detail: '' }
  if (!stats.isFile()) return { ok: false, fault: 'unreadable', path: backup, detail: 'it is no file' }
  if (stats.size === 0) return { ok: false, fault: 'empty', path: backup, detail: '' }
  if (!existsSync(file) || realpathSync(file) !== realpathSync(backup)) return undefined
  return { ok: false, fault: 'same-file', path: backup, detail: '' }
}

async function replaceDatabase(options: RestoreOptions): Promise<Restored | RestoreFailure> {
  const { backup, file, now } = options
  const staged = `${file}.restoring`
  try {
    const prepared = await prepareStaged(backup, staged)
    if (!prepared.ok) return prepared
    const isFree = await mergeWalIfUnused(file)
    if (!isFree) return { ok: false, fault: 'in-use', path: file, detail: '' }
    const aside = moveAside(file, `${file}.before-restore-${toFileTimestamp(now)}`)
    renameSync(staged, file)
    syncToDisk(dirname(file))
    return { ...prepared, aside }
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${staged}${end}`, { force: true })
  }
}

/** Copies the backup, with its log if it has one, and prepares the copy to replace the database. */
async function prepareStaged(
  backup: string,
  staged: string,
): Promise<Omit<Restored, 'aside'> | RestoreFailure> {
  copyPrivateFile(backup, staged)
  if (existsSync(`${backup}-wal`)) copyPrivateFile(`${backup}-wal`, `${staged}-wal`)
  const state = await inspectDatabaseFile(staged, { isThorough: true })
  if (!state.ok) return { ...state, path: backup }
  const contents = await endSessions(staged)
  chownLikeFolder(staged)
  syncToDisk(staged)
  return { ok: true, contents, pending: state.pending }
}

/**
 * Ends all sessions, because one that ended after the backup would be valid again. Also skips address ids, so that no
 * mail link acts on another address.
 */
async function endSessions(staged: string): Promise<DatabaseSummary> {
  const db = openDatabase(staged)
  try {
    await deleteAllSessions(db)
    await skipAddressIds(db)
    await mergeWal(db)
    return await readDatabaseSummary(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Whether no other process has the database open. Checkpoints the log of a sound database, which SQLite refuses while
 * another process uses it, even a version that takes no lock. A damaged one and its log stay unchanged.
 */
export async function mergeWalIfUnused(file: string): Promise<boolean> {
  const state = await inspectDatabaseFile(file)
  if (!state.ok && state.fault === 'locked') return false
  if (!state.ok && state.fault !== 'newer' && state.fault !== 'foreign') return true
  try {
    const db = openDatabase(file)
    await mergeWal(db).finally(() => db.destroy())
    return true
  } catch (error) {
    if (toFileFault(error) === 'locked') return false
    throw error
  }
}

/**
 * Hard-links the database to a second name, so that its own name always has a file. The log is removed before the
 * backup is renamed: SQLite would replay it into the new database.
 */
function moveAside(file: string, aside: string): string | undefined {
  const ends = ['-wal', '-shm'].filter((end) => existsSync(`${file}${end}`))
  const isThere = existsSync(file)
  if (isThere) linkOrRename(file, aside)
  for (const end of ends) renameSync(`${file}${end}`, `${aside}${end}`)
  syncToDisk(dirname(file))
  return isThere || ends.length > 0 ? aside : undefined
}

/** Falls back to a rename where the file system has no hard links. */
function linkOrRename(file: string, aside: string): void {
  try {
    linkSync(file, aside)
  } catch {
    renameSync(file, aside)
  }
}
