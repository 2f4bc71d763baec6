import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { engineAt, openDatabase } from '#db/engine.server.ts'
import { type DatabaseSummary, readDatabaseSummary } from '#db/summary.server.ts'
import { migrations } from '#migrations/index.ts'
import { chownLikeFolder, createPrivateFile, syncToDisk } from './atomic-files.server.ts'
import { type BackupOptions, deleteOldBackups, prepareFolder, toBackupName } from './backup-folder.server.ts'
import { inspectDatabaseServer, type ServerFault } from './database-server.server.ts'
import { dumpInto, type Environment, readDump, restoreFrom } from './postgres-programs.server.ts'

/**
 * Why a backup of a server's database was not made or not restored: a program failed; there is no such backup; it is one of
 * another program, or of a newer version; the database is served; it is not empty.
 */
export type ServerBackupFault = 'program' | 'missing' | 'foreign' | 'newer' | 'served' | 'filled'

export interface ServerBackupFailure {
  ok: false
  fault: ServerBackupFault | ServerFault
  detail: string
}

interface ServerBackup {
  ok: true
  path: string
  bytes: number
  contents: DatabaseSummary
  removed: readonly string[]
}

/**
 * Copies a server's database into an archive of pg_dump, also while it is served: it has every save acknowledged before, and
 * no incomplete one. It gets its name after it was read through and synced to disk; older ones are deleted only then.
 */
export async function backupServer(
  url: string,
  options: BackupOptions & { environment: Environment },
): Promise<ServerBackup | ServerBackupFailure> {
  const { folder, environment } = options
  const name = toBackupName(options, 'dump')
  const partial = join(folder, `.${name}.partial`)
  try {
    const state = await inspectDatabaseServer(url)
    // It could not be restored anywhere.
    if (!state.ok && state.fault === 'schema') return state
    prepareFolder(folder)
    createPrivateFile(partial)
    const contents = await summarise(url)
    await dumpInto(url, partial, environment)
    await readDump(partial, environment)
    syncToDisk(partial)
    chownLikeFolder(partial)
    const path = join(folder, name)
    renameSync(partial, path)
    syncToDisk(folder)
    return { ok: true, path, bytes: statSync(path).size, contents, removed: deleteOldBackups(options, name) }
  } catch (error) {
    return toFailure(error)
  } finally {
    if (existsSync(partial)) rmSync(partial)
  }
}

interface ServerRestore {
  /** The archive. */
  dump: string
  url: string
  environment: Environment
}

interface RestoredServer {
  ok: true
  contents: DatabaseSummary
  /** Migrations that will run when the server starts. */
  pending: readonly string[]
}

/**
 * Restores an archive into an empty database, all or nothing. Ends all sessions, because one that ended after the backup
 * would be valid again, and skips ids of addresses, so that no mail link acts on another one.
 */
export async function restoreServer(options: ServerRestore): Promise<RestoredServer | ServerBackupFailure> {
  const { dump, url } = options
  if (!statSync(dump, { throwIfNoEntry: false })?.isFile()) return fail('missing')
  const release = await engineAt(url).lockExclusive(url).catch(toFailure)
  if (!release) return fail('served')
  if (typeof release !== 'function') return release
  try {
    return (await findRefusal(options)) ?? (await restoreLocked(options))
  } catch (error) {
    return toFailure(error)
  } finally {
    await release()
  }
}

async function findRefusal(options: ServerRestore): Promise<ServerBackupFailure | undefined> {
  const { dump, url, environment } = options
  const state = await inspectDatabaseServer(url)
  if (state.ok || ['foreign', 'newer'].includes(state.fault)) return fail('filled')
  if (state.fault !== 'empty') return state
  const names = await readDump(dump, environment)
  const known = Object.keys(migrations)
  if (names[0] !== known[0]) return fail('foreign')
  const unknown = names.filter((name) => !known.includes(name))
  return unknown.length > 0 ? fail('newer', unknown.join(', ')) : undefined
}

async function restoreLocked({ dump, url, environment }: ServerRestore): Promise<RestoredServer> {
  await restoreFrom({ file: dump, url, statements: afterRestore, environment })
  const state = await inspectDatabaseServer(url)
  return { ok: true, contents: await summarise(url), pending: state.ok ? state.pending : [] }
}

const afterRestore = `
delete from public.sessions;
delete from public.sign_in_attempts;
select setval(address_ids, nextval(address_ids) + 999999)
from (select pg_get_serial_sequence('public.mail_addresses', 'id')::regclass as address_ids) as ids;`

async function summarise(url: string): Promise<DatabaseSummary> {
  const db = openDatabase(url)
  return readDatabaseSummary(db).finally(() => db.destroy())
}

function toFailure(error: unknown): ServerBackupFailure {
  return fail('program', error instanceof Error ? error.message : String(error))
}

function fail(fault: ServerBackupFault, detail = ''): ServerBackupFailure {
  return { ok: false, fault, detail }
}
