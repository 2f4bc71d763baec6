import { existsSync, realpathSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { inspectDatabaseFile } from '#app/services/backup/database-file.server.ts'
import {
  findUrlFlaw,
  inspectDatabaseServer,
  isServerUrl,
} from '#app/services/backup/database-server.server.ts'
import { findPackageFault } from '#db/sqlite/open.server.ts'
import { describeFileFault } from './database-file-messages.ts'
import { describeServerFault } from './database-server-messages.ts'

/** Where the database is: the absolute path of a file, or the URL of a server. Or a sentence about what is wrong. */
export type LocationReading = { ok: true; location: string } | { ok: false; problem: string }

/** Reads DATABASE_FILE or DATABASE_URL: exactly one of them names the database. */
export function readDatabaseLocation(
  environment: Readonly<Record<string, string | undefined>>,
): LocationReading {
  const { DATABASE_FILE: file, DATABASE_URL: url } = environment
  if (file && url)
    return { ok: false, problem: 'DATABASE_FILE and DATABASE_URL are both set. Set one of them.' }
  const fault = findPackageFault()
  if (fault) return { ok: false, problem: fault }
  const flaw = url && findUrlFlaw(url)
  if (flaw) return { ok: false, problem: describeServerFault(url, { fault: 'bad-url', detail: flaw }) }
  if (url) return { ok: true, location: url }
  const problem = file && findNetworkProblem(resolve(file), environment)
  if (problem) return { ok: false, problem }
  if (file) return { ok: true, location: resolve(file) }
  return { ok: false, problem: 'Neither DATABASE_FILE nor DATABASE_URL is set.' }
}

/**
 * Linux's numbers of NFS, SMB (three), 9p, FUSE (sshfs, GlusterFS, rclone, virtiofs), CephFS, Lustre, AFS (two), BeeGFS, GPFS and
 * VirtualBox's folders: the shared memory and the locks of SQLite's write-ahead log are not safe there.
 */
const networkFileSystems = [
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x00c36400, 0x0bd00bd0, 0x5346414f,
  0x6b414653, 0x19830326, 0x47504653, 0x786f4256,
]

/** Why a database's file is refused where it is; undefined on a disk of this machine, or where DATABASE_ON_NETWORK allows it. */
export function findNetworkProblem(
  file: string,
  { DATABASE_ON_NETWORK }: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const folder = dirname(existsSync(file) ? realpathSync(file) : file)
  if (DATABASE_ON_NETWORK === '1' || !existsSync(folder)) return undefined
  if (!networkFileSystems.includes(statfsSync(folder).type >>> 0)) return undefined
  return `${file} is on a network file system, where saves can be lost. Move it to a disk of this machine, or set DATABASE_ON_NETWORK=1 and take the risk.`
}

/** The pending migrations of a database, or why it cannot be used, in one sentence. Changes nothing. */
type DatabaseState =
  | { ok: true; pending: readonly string[] }
  | { ok: false; isEmpty: boolean; problem: string }

export async function inspectDatabase(location: string): Promise<DatabaseState> {
  if (isServerUrl(location)) {
    const state = await inspectDatabaseServer(location)
    if (state.ok) return state
    return { ok: false, isEmpty: state.fault === 'empty', problem: describeServerFault(location, state) }
  }
  const state = await inspectDatabaseFile(location)
  if (state.ok) return state
  // Not while a leftover log exists: SQLite would discard a log without its database.
  const isEmpty = (state.fault === 'missing' || state.fault === 'empty') && state.detail === ''
  return { ok: false, isEmpty, problem: describeFileFault(location, state) }
}
