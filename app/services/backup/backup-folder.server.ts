import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chownLikeFolder, toFileTimestamp } from './atomic-files.server.ts'

export interface BackupOptions {
  /** The target folder; created when missing. */
  folder: string
  /** How many backups of this kind to retain, this one included; at least 1. */
  keepCount: number
  /** The migration that follows; part of the name. These backups are a kind of their own for `keepCount`. */
  before?: string
  /** System clock, epoch ms; part of the name. */
  now: number
}

/** How a backup's name ends: a database of SQLite, or an archive of pg_dump. */
export type BackupEnding = 'db' | 'dump'

export function toBackupName({ before, now }: BackupOptions, ending: BackupEnding): string {
  return `douze-${before === undefined ? '' : `before-${before}-`}${toFileTimestamp(now)}.${ending}`
}

export function prepareFolder(folder: string): void {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownLikeFolder(folder)
}

const kinds = {
  nightly: /^douze-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z)\.(?:db|dump)$/,
  upgrade: /^douze-before-.+-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z)\.(?:db|dump)$/,
}

/**
 * Deletes the oldest of the same kind and ending as the one just made, beyond `keepCount`; never that one, because the clock
 * may have been set back. Returns their names.
 */
export function deleteOldBackups({ folder, keepCount, before }: BackupOptions, made: string): string[] {
  const kind = before === undefined ? kinds.nightly : kinds.upgrade
  const ending = made.slice(made.lastIndexOf('.'))
  const others = readdirSync(folder).filter(
    (name) => kind.test(name) && name.endsWith(ending) && name !== made,
  )
  const timestampOf = (name: string) => kind.exec(name)?.[1] ?? ''
  const byTime = others.sort((one, other) => (timestampOf(one) < timestampOf(other) ? 1 : -1))
  const removed = byTime.slice(Math.max(keepCount, 1) - 1)
  for (const name of removed) rmSync(join(folder, name))
  return removed
}
