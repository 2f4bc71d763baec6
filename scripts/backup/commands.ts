import { resolve } from 'node:path'
import { createBackup, defaultBackupFolder } from '#app/services/backup/backup.server.ts'
import { restoreBackup } from '#app/services/backup/restore.server.ts'
import { describeBackupFailure, describeRestoreFailure } from '../../app/server/database-file-messages.ts'
import { describeContents } from './describe-contents.ts'

/** 0: done. 1: refused, nothing changed. 2: usage error. */
type ExitCode = 0 | 1 | 2

const backupUsage = `Usage: npm run backup [-- <folder>] [--keep <number>]

Copies the database that DATABASE_FILE names, also while it is served. Without a folder the copy goes into
'backups' beside the database. The newest 14 stay; --keep says otherwise.
Exit code 0: done. 1: no backup was made, the older ones are all there. 2: not understood.`

const restoreUsage = `Usage: npm run restore -- <backup>

Puts a backup in the place of the database that DATABASE_FILE names. The server must be stopped. The database that
is there is kept under another name.
Exit code 0: done. 1: refused, nothing changed. 2: not understood.`

/** Runs `npm run backup` with these arguments on the database `file`. */
export async function runBackup(args: readonly string[], file: string | undefined): Promise<ExitCode> {
  const read = parseBackupArgs(args)
  if (typeof read === 'string') return exitWithUsage(read, backupUsage)
  if (!file) return exitWithUsage('Set DATABASE_FILE to the database of this game.', backupUsage)
  const database = resolve(file)
  const folder = read.folder === undefined ? defaultBackupFolder(database) : resolve(read.folder)
  const made = await createBackup(database, { folder, keepCount: read.keep, now: Date.now() })
  if (!made.ok) return exitWithRefusal(`No backup was made. ${describeBackupFailure(made)}`)
  console.log(`Backed up, read through and found whole: ${made.path} (${toMegabytes(made.bytes)} MB)`)
  console.log(describeContents(made.contents))
  for (const name of made.removed) console.log(`Removed the oldest: ${name}`)
  return 0
}

function parseBackupArgs(args: readonly string[]): { folder: string | undefined; keep: number } | string {
  const at = args.indexOf('--keep')
  const keep = at < 0 ? '14' : (args[at + 1] ?? '')
  if (!/^[1-9]\d{0,3}$/.test(keep)) return '--keep takes a whole number from 1.'
  const rest = at < 0 ? args : args.filter((_, index) => index !== at && index !== at + 1)
  const [folder, ...more] = rest
  if (more.length > 0 || folder?.startsWith('-')) return `Not understood: ${rest.join(' ')}`
  return { folder, keep: Number(keep) }
}

/** Runs `npm run restore` with these arguments on the database `file`. */
export async function runRestore(args: readonly string[], file: string | undefined): Promise<ExitCode> {
  const [backup, ...more] = args
  if (backup === undefined || more.length > 0 || backup.startsWith('-')) {
    return exitWithUsage('Which backup? One file.', restoreUsage)
  }
  if (!file) return exitWithUsage('Set DATABASE_FILE to the database of this game.', restoreUsage)
  const database = resolve(file)
  const restored = await restoreBackup({ backup: resolve(backup), file: database, now: Date.now() })
  if (!restored.ok)
    return exitWithRefusal(`Nothing was restored, nothing changed. ${describeRestoreFailure(restored)}`)
  console.log(`Restored ${database} from ${resolve(backup)}:\n${describeContents(restored.contents)}`)
  if (restored.aside) console.log(`The database that was there is kept at ${restored.aside}`)
  const { pending } = restored
  if (pending.length > 0)
    console.log(`It is of an older version: ${pending.join(', ')} will run at the start.`)
  console.log('Everybody signs in anew. Start the server: sudo systemctl start douze')
  return 0
}

function toMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

function exitWithRefusal(sentence: string): 1 {
  console.error(sentence)
  return 1
}

function exitWithUsage(problem: string, usage: string): 2 {
  console.error(`${problem}\n\n${usage}`)
  return 2
}
