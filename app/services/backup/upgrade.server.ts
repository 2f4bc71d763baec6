import { migrate } from '#db/migrate.server.ts'
import { openDatabase } from '#db/sqlite/open.server.ts'
import { type BackupFailure, createBackup, defaultBackupFolder } from './backup.server.ts'

/** The migrations an upgrade ran and the backup made before; empty when the database was up to date. */
export interface UpgradeResult {
  ok: true
  ran: readonly string[]
  backup?: string
}

/** How many backups made before upgrades are retained. */
const keptBackups = 3

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
