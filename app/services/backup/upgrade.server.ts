import { migrate } from '#db/migrate.server.ts'
import { openDatabase } from '#db/sqlite/open.server.ts'
import { type BackupFailure, createBackup, defaultBackupFolder } from './backup.server.ts'

/** What an upgrade ran, and the backup that leads back. Neither when there was nothing to do. */
export interface UpgradeResult {
  ok: true
  ran: readonly string[]
  backup?: string
}

/** How many of the backups before upgrades stay. */
const keptBackups = 3

/**
 * Brings a database up to date, whole or not at all. Migrations only go up, so a backup is made before anything of it
 * changes: bringing it back is the way down. Without room for that backup nothing is changed.
 * `pending` is what its inspection found; `now` the system clock, epoch ms.
 */
export async function upgradeDatabase(
  file: string,
  { pending, now }: { pending: readonly string[]; now: number },
): Promise<UpgradeResult | BackupFailure> {
  const [before] = pending
  if (before === undefined) return { ok: true, ran: [] }
  const backup = await createBackup(file, {
    folder: defaultBackupFolder(file),
    keepCount: keptBackups,
    before,
    now,
  })
  if (!backup.ok) return backup
  return { ok: true, ran: await runMigrations(file), backup: backup.path }
}

async function runMigrations(file: string): Promise<string[]> {
  const db = openDatabase(file)
  return migrate(db).finally(() => db.destroy())
}
