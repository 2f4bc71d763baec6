import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { migrate } from '#db/migrate.server.ts'
import { vacuumInto } from '#db/sqlite/backup.server.ts'
import { openDatabase, openReadOnly } from '#db/sqlite/open.server.ts'
import { type DatabaseSummary, readDatabaseSummary } from '#db/summary.server.ts'
import { chownLikeFolder, createPrivateFile, syncToDisk } from './atomic-files.server.ts'
import { type BackupOptions, deleteOldBackups, prepareFolder, toBackupName } from './backup-folder.server.ts'
import { type FileFault, inspectDatabaseFile, toFileFault } from './database-file.server.ts'

/** Why a backup failed. `path` is the cause's file: the database or the folder. */
export interface BackupFailure {
  ok: false
  fault: FileFault | 'full' | 'not-written'
  path: string
  detail: string
}

/** A verified backup. `removed`: names of the older backups that it replaces. */
interface BackupResult {
  ok: true
  path: string
  bytes: number
  contents: DatabaseSummary
  removed: readonly string[]
}

/** The default backup folder: beside the database. */
export function defaultBackupFolder(file: string): string {
  return join(dirname(file), 'backups')
}

/**
 * Copies a database, also while it is being served (security.md): the copy contains every save acknowledged before,
 * and no partial one. It gets its name after it is verified and synced to disk; older ones are deleted only then.
 */
export async function createBackup(
  file: string,
  options: BackupOptions,
): Promise<BackupResult | BackupFailure> {
  const state = await inspectDatabaseFile(file)
  if (!state.ok) return { ...state, path: file }
  const { folder } = options
  const name = toBackupName(options, 'db')
  const partial = join(folder, `.${name}.partial`)
  try {
    prepareFolder(folder)
    const copied = await copyDatabase(file, partial)
    if (!copied.ok) return copied
    const path = join(folder, name)
    renameSync(partial, path)
    syncToDisk(folder)
    return { ...copied, path, bytes: statSync(path).size, removed: deleteOldBackups(options, name) }
  } catch (error) {
    const why = toWriteFailure(error)
    return { ok: false, ...why, path: why.fault === 'damaged' || why.fault === 'locked' ? file : folder }
  } finally {
    if (existsSync(partial)) rmSync(partial)
  }
}

/** The migrations an upgrade ran and the backup made before; empty when the database was up to date. */
export interface UpgradeResult {
  ok: true
  ran: readonly string[]
  backup?: string
}

/** How many backups made before upgrades are retained. */
const upgradeBackupCount = 3

/**
 * Migrates a database, all or nothing. Migrations only go up, so a backup is made first: restoring it is the way
 * down. Without disk space for it nothing is changed. `pending` is the inspection's result; `now` the system clock,
 * epoch ms.
 */
export async function upgradeDatabase(
  file: string,
  { pending, now }: { pending: readonly string[]; now: number },
): Promise<UpgradeResult | BackupFailure> {
  const [before] = pending
  if (before === undefined) return { ok: true, ran: [] }
  const folder = defaultBackupFolder(file)
  const backup = await createBackup(file, { folder, keepCount: upgradeBackupCount, before, now })
  if (!backup.ok) return backup
  const db = openDatabase(file)
  const ran = await migrate(db).finally(() => db.destroy())
  return { ok: true, ran, backup: backup.path }
}

/** Syncs the copy to disk before verifying it, so that the verified bytes are the stored ones. */
async function copyDatabase(
  file: string,
  partial: string,
): Promise<{ ok: true; contents: DatabaseSummary } | BackupFailure> {
  createPrivateFile(partial)
  const source = openReadOnly(file)
  await vacuumInto(source, partial).finally(() => source.destroy())
  syncToDisk(partial)
  chownLikeFolder(partial)
  const state = await inspectDatabaseFile(partial, { isThorough: true })
  // SQLite copied pages that it could read, so any damage was in the database itself.
  if (!state.ok) return { ...state, path: file }
  const made = openReadOnly(partial)
  return { ok: true, contents: await readDatabaseSummary(made).finally(() => made.destroy()) }
}

/** Maps a write error to a fault; a full disk has its own, because it is the most likely. */
export function toWriteFailure(error: unknown): Pick<BackupFailure, 'fault' | 'detail'> {
  const detail = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') return { fault: 'full', detail }
  const fault = toFileFault(error)
  return { fault: fault === 'damaged' || fault === 'locked' ? fault : 'not-written', detail }
}
