import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import type { internals, startServer } from '#app/entry.server.tsx'
import { type UpgradeResult, upgradeDatabase } from '#app/services/backup/backup.server.ts'
import { toFileFault } from '#app/services/backup/database-file.server.ts'
import { isServerUrl, upgradeDatabaseServer } from '#app/services/backup/database-server.server.ts'
import { lockShared } from '#db/sqlite/file-lock.server.ts'
import {
  describeFileFault,
  describeRestoreInProgress,
  describeUpgradeFailure,
} from './database-file-messages.ts'
import { exitWithError } from './exit-with-error.server.ts'
import { inspectDatabase, readDatabaseLocation } from './inspect-database.server.ts'
import { checkArguments } from './usage.ts'

/** The Remix build with the additional exports of entry.server.tsx. */
export interface AppBuild extends ServerBuild {
  entry: {
    module: ServerBuild['entry']['module'] & { startServer: typeof startServer; internals: typeof internals }
  }
}

const usage =
  'Usage: npm start, or npm run serve. Settings are read from the environment: docs/operations.md.'
const BUILD = resolve('build/server/index.js')

/**
 * Loads the build on a checked, locked and migrated database and starts what it serves, or ends the process with one sentence
 * of explanation. `args`: of the command, which has none.
 */
export async function bootBuild(
  args: readonly string[],
  start: (build: AppBuild) => Promise<void>,
): Promise<AppBuild> {
  checkArguments(args, usage)
  if (!existsSync(BUILD)) exitWithError('It is not built yet. Run: npm run build')
  const location = findLocation()
  const pending = await checkDatabase(location)
  try {
    const { ran, backup } = await upgrade(location, pending)
    const build: AppBuild = await import(pathToFileURL(BUILD).href)
    const { logLine } = build.entry.module.internals
    if (ran.length > 0) logLine('info', 'migrated', { names: ran.join(', '), backup })
    await start(build)
    return build
  } catch (error) {
    return exitWithError(explainStartError(error, location))
  }
}

/**
 * Checks and locks the database before the build is loaded, because loading it opens the database. Returns the names of
 * the pending migrations.
 */
async function checkDatabase(location: string | undefined): Promise<readonly string[]> {
  // Without one the configuration fails later, with a list of everything that is missing.
  if (location === undefined) return []
  const isFile = !isServerUrl(location) && existsSync(dirname(location))
  if (isFile && !lockFile(location)) exitWithError(describeRestoreInProgress(location))
  const state = await inspectDatabase(location)
  return state.ok ? state.pending : exitWithError(state.problem)
}

async function upgrade(location: string | undefined, pending: readonly string[]): Promise<UpgradeResult> {
  if (location === undefined) return { ok: true, ran: [] }
  if (isServerUrl(location)) return upgradeDatabaseServer(location, pending)
  const result = await upgradeDatabase(location, { pending, now: Date.now() })
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
function explainStartError(error: unknown, location: string | undefined): string {
  if (!(error instanceof Error)) return 'An unknown value was thrown.'
  if (error.message.startsWith('Douze cannot start.')) return error.message
  if (location === undefined || isServerUrl(location)) return error.stack ?? error.message
  const fault = toFileFault(error)
  if (fault !== 'unreadable') return describeFileFault(location, { fault, detail: error.message })
  return error.stack ?? error.message
}

function findLocation(): string | undefined {
  const { DATABASE_FILE, DATABASE_URL } = process.env
  if (!DATABASE_FILE && !DATABASE_URL) return undefined
  const reading = readDatabaseLocation(process.env)
  return reading.ok ? reading.location : exitWithError(reading.problem)
}
