import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import type { house } from '../app/entry.server.tsx'

/** The Remix build with what our entry module adds to it. */
export interface HouseBuild extends ServerBuild {
  entry: { module: ServerBuild['entry']['module'] & { house: typeof house } }
}

const BUILD = resolve('build/server/index.js')

/** Loads the built app on a checked, migrated database, or ends the process with one clear sentence. */
export async function loadBuild(): Promise<HouseBuild> {
  if (!existsSync(BUILD)) giveUp('It is not built yet. Run: npm run build')
  try {
    const build: HouseBuild = await import(pathToFileURL(BUILD).href)
    const ran = await build.entry.module.house.prepare()
    if (ran.length > 0) build.entry.module.house.logLine('info', 'migrated', { names: ran.join(', ') })
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

const restore = 'Restore a backup, or move the file away.'

function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'An unknown value was thrown.'
  const code = 'code' in error ? error.code : undefined
  if (code === 'SQLITE_CANTOPEN' || error.message.includes('directory does not exist')) return missing()
  if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT') return `${fileName()} is damaged. ${restore}`
  if (code === 'SQLITE_BUSY') return `${fileName()} is locked by another process.`
  if (error.message.startsWith('Douze cannot start.')) return error.message
  return error.stack ?? error.message
}

function missing(): string {
  return `There is no database at ${fileName()}. Restore a backup, or make an empty one: npm run migrate -- --create`
}

function fileName(): string {
  return resolve(process.env.DATABASE_FILE ?? '')
}
