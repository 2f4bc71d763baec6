import type { BackupFailure } from '#app/services/backup/backup.server.ts'
import type { FileFault } from '#app/services/backup/database-file.server.ts'
import type { RestoreFailure } from '#app/services/backup/restore.server.ts'

const restore = 'bring back a backup: npm run restore -- <backup>'
const create = 'begin with an empty game: npm run migrate -- --create'

/** For the operator: what is wrong with the database file, and what to do. */
const fileMessages: Record<FileFault, (file: string) => string> = {
  missing: (file) => `There is no database at ${file}. Either ${restore}, or ${create}`,
  empty: (file) => `${file} is empty. Either ${restore}, or ${create}`,
  damaged: (file) => `${file} is damaged. Keep it, and ${restore}`,
  foreign: (file) => `${file} is the database of another program. Check DATABASE_FILE`,
  newer: (file) =>
    `${file} was changed by a newer Douze. Start that version, or ${restore}, one made before the upgrade`,
  'not-allowed': (file) => `${file} may not be read and written by this user`,
  locked: (file) => `${file} is locked by another process`,
  unreadable: (file) => `${file} cannot be read`,
}

const backupMessages: Record<BackupFailure['fault'], (path: string) => string> = {
  ...fileMessages,
  full: (folder) => `There is no room left at ${folder}`,
  'not-written': (folder) => `A backup could not be written into ${folder}`,
}

const restoreMessages: Record<RestoreFailure['fault'], (path: string) => string> = {
  missing: (path) => `There is no backup at ${path}`,
  empty: (path) => `${path} is empty`,
  damaged: (path) => `${path} is damaged. Take an older backup`,
  foreign: (path) => `${path} is the database of another program`,
  newer: (path) => `${path} was made by a newer Douze. Install that version, then restore it`,
  'not-allowed': (path) => `${path}, or the folder of the database, may not be used by this user`,
  locked: (path) => `${path} is locked by another process`,
  unreadable: (path) => `${path} cannot be read`,
  full: (path) => `There is no room beside the database for ${path}`,
  'not-written': (path) => `${path} could not be copied to where the database is`,
  'same-file': (path) => `${path} is the database itself`,
  'in-use': (file) => `${file} is in use. Stop the server first: sudo systemctl stop douze.socket`,
}

/** One sentence about an unusable database file, with SQLite's error. */
export function describeFileFault(
  file: string,
  { fault, detail }: { fault: FileFault; detail: string },
): string {
  return withDetail(fileMessages[fault](file), detail)
}

/** One sentence about why no backup was made. */
export function describeBackupFailure({ fault, path, detail }: BackupFailure): string {
  return withDetail(backupMessages[fault](path), detail)
}

/** Why the database was not upgraded. */
export function describeUpgradeFailure(problem: BackupFailure): string {
  return `It is upgraded only after a backup, and none was made. Nothing has changed. ${describeBackupFailure(problem)}`
}

/** One sentence about why nothing was restored. */
export function describeRestoreFailure({ fault, path, detail }: RestoreFailure): string {
  return withDetail(restoreMessages[fault](path), detail)
}

/** For every process that opens the database during a restore. */
export function describeRestoreInProgress(file: string): string {
  return `${file} is being restored. Wait until that is done.`
}

function withDetail(sentence: string, detail: string): string {
  return `${sentence}${detail === '' ? '.' : ` (${detail}).`}`
}
