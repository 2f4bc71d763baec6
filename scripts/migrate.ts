import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { describeFileFault, describeUpgradeFailure } from '../app/server/database-file-messages.ts'
import { upgradeDatabase } from '../app/services/backup/backup.server.ts'
import { inspectDatabaseFile } from '../app/services/backup/database-file.server.ts'
import { openDatabase } from '../db/engine.server.ts'
import { migrate } from '../db/migrate.server.ts'

/**
 * npm run migrate [-- --create]: migrates the database at DATABASE_FILE, after a backup. A missing or empty file
 * becomes a game only with --create, so that a wrong path does not.
 */
const databaseFile = process.env.DATABASE_FILE
if (!databaseFile) stop('DATABASE_FILE is not set.')
const file = resolve(databaseFile)
const mayCreate = process.argv.includes('--create')
if (mayCreate) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })

const state = await inspectDatabaseFile(file)
if (state.ok) await upgrade(state.pending)
else if (mayCreate && isNothing(state)) await create()
else stop(describeFileFault(file, state))

async function upgrade(pending: readonly string[]): Promise<void> {
  const upgraded = await upgradeDatabase(file, { pending, now: Date.now() })
  if (!upgraded.ok) return stop(describeUpgradeFailure(upgraded))
  if (upgraded.ran.length === 0) return console.log(`${file} is up to date.`)
  console.log(`${file}: ran ${upgraded.ran.join(', ')}. The way back: npm run restore -- ${upgraded.backup}`)
}

async function create(): Promise<void> {
  const db = openDatabase(file, { mayCreate: true })
  const ran = await migrate(db).finally(() => db.destroy())
  console.log(`${file}: ran ${ran.join(', ')}.`)
}

/** Neither a database nor a leftover log exists: SQLite would discard a log without its database. */
function isNothing({ fault, detail }: { fault: string; detail: string }): boolean {
  return (fault === 'missing' || fault === 'empty') && detail === ''
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
