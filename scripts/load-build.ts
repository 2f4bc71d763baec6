import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import type { house } from '../app/entry.server.tsx'
import { faultOf, inspectFile } from '../app/services/database-file.server.ts'
import { type Upgraded, upgradeFile } from '../app/services/upgrade.server.ts'
import { holdShared } from '../db/hold.server.ts'
import { sayBusy, sayFault, sayNotUpgraded } from './file-words.ts'

/** The Remix build with what our entry module adds to it. */
export interface HouseBuild extends ServerBuild {
  entry: { module: ServerBuild['entry']['module'] & { house: typeof house } }
}

const BUILD = resolve('build/server/index.js')

/** Loads the built app on a checked, migrated database, or ends the process with one clear sentence. */
export async function loadBuild(): Promise<HouseBuild> {
  if (!existsSync(BUILD)) giveUp('It is not built yet. Run: npm run build')
  const pending = await checkFile()
  try {
    const upgraded = await upgrade(pending)
    const build: HouseBuild = await import(pathToFileURL(BUILD).href)
    const { house } = build.entry.module
    const { ran, backup } = upgraded
    if (ran.length > 0) house.logLine('info', 'migrated', { names: ran.join(', '), backup })
    await house.resume()
    return build
  } catch (error) {
    return giveUp(explain(error))
  }
}

/** Says why the server does not start, and ends the process with 1. */
export function giveUp(reason: string): never {
  const prefix = 'Douze cannot start.'
  process.stderr.write(`${reason.startsWith(prefix) ? reason : `${prefix} ${reason}`}\n`)
  process.exit(1)
}

/**
 * The build opens its database as soon as it is loaded, so the file is judged, and held, before. Returns the
 * migrations that are to run.
 */
async function checkFile(): Promise<readonly string[]> {
  const file = databaseFile()
  // Without a name the configuration says what is missing, and all of it.
  if (!file) return []
  if (existsSync(dirname(file)) && !hold(file)) giveUp(sayBusy(file))
  const state = await inspectFile(file)
  return state.ok ? state.pending : giveUp(sayFault(file, state))
}

async function upgrade(pending: readonly string[]): Promise<Upgraded> {
  const file = databaseFile()
  if (!file) return { ok: true, ran: [] }
  const upgraded = await upgradeFile(file, { pending, now: Date.now() })
  return upgraded.ok ? upgraded : giveUp(sayNotUpgraded(upgraded))
}

/** Held as long as this process lives. A folder that may not be written is the inspection's to tell. */
function hold(file: string): boolean {
  try {
    return holdShared(file) !== undefined
  } catch {
    return true
  }
}

/** Faults that show only once the file is opened for writing, and what the app itself says of its settings. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'An unknown value was thrown.'
  if (error.message.startsWith('Douze cannot start.')) return error.message
  const fault = faultOf(error)
  const file = databaseFile()
  if (fault !== 'unreadable' && file) return sayFault(file, { fault, detail: error.message })
  return error.stack ?? error.message
}

function databaseFile(): string | undefined {
  return process.env.DATABASE_FILE && resolve(process.env.DATABASE_FILE)
}
