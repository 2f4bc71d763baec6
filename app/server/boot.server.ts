import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import type { internals, startServer } from '#app/entry.server.tsx'
import { inspectDatabaseFile, toFileFault } from '#app/services/backup/database-file.server.ts'
import { type UpgradeResult, upgradeDatabase } from '#app/services/backup/upgrade.server.ts'
import { lockShared } from '#db/sqlite/file-lock.server.ts'
import {
  describeFileFault,
  describeRestoreInProgress,
  describeUpgradeFailure,
} from './database-file-messages.ts'
import { exitWithError } from './exit-with-error.server.ts'

/** The Remix build with what our entry module adds to it. */
export interface AppBuild extends ServerBuild {
  entry: {
    module: ServerBuild['entry']['module'] & {
      startServer: typeof startServer
      internals: typeof internals
    }
  }
}

const BUILD = resolve('build/server/index.js')

/** Starts the built server on a checked, migrated database, or ends the process with one clear sentence. */
export async function bootServer(): Promise<void> {
  if (!existsSync(BUILD)) exitWithError('It is not built yet. Run: npm run build')
  const pending = await checkDatabaseFile()
  try {
    const { ran, backup } = await upgrade(pending)
    const build: AppBuild = await import(pathToFileURL(BUILD).href)
    const { startServer, internals } = build.entry.module
    if (ran.length > 0) internals.logLine('info', 'migrated', { names: ran.join(', '), backup })
    await startServer(build)
  } catch (error) {
    exitWithError(explainStartError(error))
  }
}

/**
 * The build opens its database as soon as it is loaded, so the file is checked and locked before. Returns the
 * migrations that are to run.
 */
async function checkDatabaseFile(): Promise<readonly string[]> {
  const file = databaseFile()
  // Without a name the configuration says what is missing, and all of it.
  if (!file) return []
  if (existsSync(dirname(file)) && !lockFile(file)) exitWithError(describeRestoreInProgress(file))
  const state = await inspectDatabaseFile(file)
  return state.ok ? state.pending : exitWithError(describeFileFault(file, state))
}

async function upgrade(pending: readonly string[]): Promise<UpgradeResult> {
  const file = databaseFile()
  if (!file) return { ok: true, ran: [] }
  const upgraded = await upgradeDatabase(file, { pending, now: Date.now() })
  return upgraded.ok ? upgraded : exitWithError(describeUpgradeFailure(upgraded))
}

/** Locks the file as long as this process lives. A folder that cannot be written is reported by the inspection. */
function lockFile(file: string): boolean {
  try {
    return lockShared(file) !== undefined
  } catch {
    return true
  }
}

/** Explains faults that show only once the file is opened for writing, and errors of the configuration. */
function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) return 'An unknown value was thrown.'
  if (error.message.startsWith('Douze cannot start.')) return error.message
  const fault = toFileFault(error)
  const file = databaseFile()
  if (fault !== 'unreadable' && file) return describeFileFault(file, { fault, detail: error.message })
  return error.stack ?? error.message
}

function databaseFile(): string | undefined {
  return process.env.DATABASE_FILE && resolve(process.env.DATABASE_FILE)
}
