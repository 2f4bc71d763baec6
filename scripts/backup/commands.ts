import { resolve } from 'node:path'
import { type BackupFailure, createBackup, defaultBackupFolder } from '#app/services/backup/backup.server.ts'
import { isServerUrl, toServerName } from '#app/services/backup/database-server.server.ts'
import type { Environment } from '#app/services/backup/postgres-programs.server.ts'
import { restoreBackup } from '#app/services/backup/restore.server.ts'
import {
  backupServer,
  restoreServer,
  type ServerBackupFailure,
} from '#app/services/backup/server-backup.server.ts'
import { describeBackupFailure, describeRestoreFailure } from '../../app/server/database-file-messages.ts'
import { describeServerBackupFailure } from '../../app/server/database-server-messages.ts'
import { readDatabaseLocation } from '../../app/server/inspect-database.server.ts'
import { exitWithUsage } from '../../app/server/usage.ts'
import { describeContents } from './describe-contents.ts'

/** 0: done. 1: refused, nothing changed. 2: usage error. */
type ExitCode = 0 | 1 | 2

const backupUsage = `Usage: npm run backup [-- <folder>] [--keep <number>]

Copies the database that DATABASE_FILE or DATABASE_URL names, also while it is served; the latter by pg_dump and
with a folder. Beside a file the copy goes into 'backups' unless a folder is given. The newest 14 stay; --keep says otherwise.
Exit code 0: done. 1: no backup was made, the older ones are all there. 2: not understood.`

const restoreUsage = `Usage: npm run restore -- <backup>

Puts a backup in the place of the database that DATABASE_FILE names. The server must be stopped. The database that
is there is kept under another name. A database that DATABASE_URL names must be empty.
Exit code 0: done. 1: refused, nothing changed. 2: not understood.`

/** Runs `npm run backup` with these arguments on the database of the environment. */
export async function runBackup(args: readonly string[], environment: Environment): Promise<ExitCode> {
  if (args.includes('--help')) return exitWithUsage(backupUsage)
  const read = parseBackupArgs(args)
  if (typeof read === 'string') return exitWithUsage(backupUsage, read)
  const reading = readDatabaseLocation(environment)
  if (!reading.ok) return exitWithUsage(backupUsage, reading.problem)
  if (read.folder === undefined && isServerUrl(reading.location))
    return exitWithUsage(backupUsage, 'Which folder? There is no file to put it beside.')
  const made = await backUp(reading.location, { ...read, environment })
  if (!made.ok) return exitWithRefusal(`No backup was made. ${describeFailure(made, reading.location)}`)
  console.log(`Backed up, read through and found whole: ${made.path} (${toMegabytes(made.bytes)} MB)`)
  console.log(describeContents(made.contents))
  for (const name of made.removed) console.log(`Removed the oldest: ${name}`)
  return 0
}

function backUp(location: string, { folder, keep, environment }: BackupArgs & { environment: Environment }) {
  const options = { keepCount: keep, now: Date.now() }
  const target = folder === undefined ? defaultBackupFolder(location) : resolve(folder)
  return isServerUrl(location)
    ? backupServer(location, { ...options, folder: target, environment })
    : createBackup(location, { ...options, folder: target })
}

function describeFailure(failure: BackupFailure | ServerBackupFailure, location: string): string {
  return 'path' in failure ? describeBackupFailure(failure) : describeServerBackupFailure(location, failure)
}

interface BackupArgs {
  folder: string | undefined
  keep: number
}

function parseBackupArgs(args: readonly string[]): BackupArgs | string {
  const at = args.indexOf('--keep')
  const keep = at < 0 ? '14' : (args[at + 1] ?? '')
  if (!/^[1-9]\d{0,3}$/.test(keep)) return '--keep takes a whole number from 1.'
  const rest = at < 0 ? args : args.filter((_, index) => index !== at && index !== at + 1)
  const [folder, ...more] = rest
  if (more.length > 0 || folder?.startsWith('-')) return `Not understood: ${rest.join(' ')}`
  return { folder, keep: Number(keep) }
}

/** Runs `npm run restore` with these arguments on the database of the environment. */
export async function runRestore(args: readonly string[], environment: Environment): Promise<ExitCode> {
  if (args.includes('--help')) return exitWithUsage(restoreUsage)
  const [given, ...more] = args
  if (given === undefined || more.length > 0 || given.startsWith('-')) {
    return exitWithUsage(restoreUsage, 'Which backup? One file.')
  }
  const reading = readDatabaseLocation(environment)
  if (!reading.ok) return exitWithUsage(restoreUsage, reading.problem)
  const { location } = reading
  const backup = resolve(given)
  const restored = await restore(backup, location, environment)
  if (typeof restored === 'string')
    return exitWithRefusal(`Nothing was restored, nothing changed. ${restored}`)
  const name = isServerUrl(location) ? toServerName(location) : location
  console.log(`Restored ${name} from ${backup}:\n${describeContents(restored.contents)}`)
  if (restored.aside) console.log(`The database that was there is kept at ${restored.aside}`)
  const { pending } = restored
  if (pending.length > 0)
    console.log(`It is of an older version: ${pending.join(', ')} will run at the start.`)
  console.log('Everybody signs in anew. Start the server: sudo systemctl start douze')
  return 0
}

/** What was restored, or why nothing was. */
async function restore(backup: string, location: string, environment: Environment) {
  if (!isServerUrl(location)) {
    const restored = await restoreBackup({ backup, file: location, now: Date.now() })
    return restored.ok ? restored : describeRestoreFailure(restored)
  }
  const restored = await restoreServer({ dump: backup, url: location, environment })
  return restored.ok ? { ...restored, aside: undefined } : describeServerBackupFailure(location, restored)
}

function toMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

function exitWithRefusal(sentence: string): 1 {
  console.error(sentence)
  return 1
}
