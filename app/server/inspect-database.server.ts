import { resolve } from 'node:path'
import { inspectDatabaseFile } from '#app/services/backup/database-file.server.ts'
import {
  findUrlFlaw,
  inspectDatabaseServer,
  isServerUrl,
} from '#app/services/backup/database-server.server.ts'
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
  const flaw = url && findUrlFlaw(url)
  if (flaw) return { ok: false, problem: describeServerFault(url, { fault: 'bad-url', detail: flaw }) }
  if (url) return { ok: true, location: url }
  if (file) return { ok: true, location: resolve(file) }
  return { ok: false, problem: 'Neither DATABASE_FILE nor DATABASE_URL is set.' }
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
