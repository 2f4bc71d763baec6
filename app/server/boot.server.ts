import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import type { internals, startServer } from '#app/entry.server.tsx'
import { type UpgradeResult, upgradeDatabase } from '#app/services/backup/backup.server.ts'
import { inspectDatabaseFile, toFileFault } from '#app/services/backup/database-file.server.ts'
import { lockShared } from '#db/sqlite/file-lock.server.ts'
import {
  describeFileFault,
  describeRestoreInProgress,
  describeUpgradeFailure,
} from './database-file-messages.ts'
import { exitWithError } from './exit-with-error.server.ts'

/** The Remix build with the additional exports of entry.server.tsx. */
export interface AppBuild extends ServerBuild {
  entry: {
    module: ServerBuild['entry']['module'] & {
      startServer: typeof startServer
      internals: typeof internals
    }
  }
}

const BUILD = resolve('build/server/index.js')

/**
 * Loads the build on a checked, locked and migrated database and starts what it serves, or ends the process with one sentence
 * of explanation.
 */
export async function bootBuild(start: (build: AppBuild) => Promise<void>): Promise<AppBuild> {
  if (!existsSync(BUILD)) exitWithError('It is not built yet. Run: npm run build')
  const pending = await checkDatabaseFile()
  try {
    const { ran, backup } = await upgrade(pending)
    const build: AppBuild = await import(pathToFileURL(BUILD).href)
    const { logLine } = build.entry.module.internals
    if (ran.length > 0) logLine('info', 'migrated', { names: ran.join(', '), backup })
    await start(build)
    return build
  } catch (error) {
    return exitWithError(explainStartError(error))
  }
}

/**
 * Checks and locks the database file before the build is loaded, because loading it opens the database. Returns the names
 * of the pending migrations.
 */
async function checkDatabaseFile(): Promise<readonly string[]> {
  const file = findDatabaseFile()
  // Without a file name the configuration fails later, with a list of everything that is missing.
  if (!file) return []
  if (existsSync(dirname(file)) && !lockFile(file)) exitWithError(describeRestoreInProgress(file))
  const state = await inspectDatabaseFile(file)
  return state.ok ? state.pending : exitWithError(describeFileFault(file, state))
}

async function upgrade(pending: readonly string[]): Promise<UpgradeResult> {
  const file = findDatabaseFile()
  if (!file) return { ok: true, ran: [] }
  const result = await upgradeDatabase(file, { pending, now: Date.now() })
  return result.ok ? result : exitWithError(describeUpgradeFailure(result))
}

/**
 * Locks the file for the lifetime of this process; false when a restore has it. `inspectDatabaseFile` reports a
 * read-only folder.
 */
function lockFile(file: string): boolean {
  try {
    return lockShared(file) !== undefined
  } catch {
    return true
  }
}

/** Explains an error of the start: of the configuration, or of a file that fails only when it is opened for writing. */
function explainStartError(error: unknown): string {
  if (!(error instanceof Error)) return 'An unknown value was thrown.'
  if (error.message.startsWith('Douze cannot start.')) return error.message
  const fault = toFileFault(error)
  const file = findDatabaseFile()
  if (fault !== 'unreadable' && file) return describeFileFault(file, { fault, detail: error.message })
  return error.stack ?? error.message
}

function findDatabaseFile(): string | undefined {
  return process.env.DATABASE_FILE && resolve(process.env.DATABASE_FILE)
}
