import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeUpgradeFailure } from '../app/server/database-file-messages.ts'
import { inspectDatabase, readDatabaseLocation } from '../app/server/inspect-database.server.ts'
import { checkArguments } from '../app/server/usage.ts'
import { upgradeDatabase } from '../app/services/backup/backup.server.ts'
import {
  isServerUrl,
  toServerName,
  upgradeDatabaseServer,
} from '../app/services/backup/database-server.server.ts'
import { openDatabase } from '../db/engine.server.ts'
import { migrate } from '../db/migrate.server.ts'

const usage = `Usage: npm run migrate [-- --create]

Migrates the database at DATABASE_FILE, after a backup, or at DATABASE_URL. A missing or empty one becomes a game only
with --create, so that a wrong path does not.
Exit code 0: done. 1: refused. 2: not understood.`

checkArguments(process.argv.slice(2), usage, ['--create'])
const reading = readDatabaseLocation(process.env)
const location = reading.ok ? reading.location : stop(reading.problem)
const isServer = isServerUrl(location)
const name = isServer ? toServerName(location) : location
const mayCreate = process.argv.includes('--create')
if (mayCreate && !isServer) mkdirSync(dirname(location), { recursive: true, mode: 0o700 })

const state = await inspectDatabase(location)
if (state.ok) await upgrade(state.pending)
else if (mayCreate && state.isEmpty) await create()
else stop(state.problem)

async function upgrade(pending: readonly string[]): Promise<void> {
  const upgraded = isServer
    ? await upgradeDatabaseServer(location, pending)
    : await upgradeDatabase(location, { pending, now: Date.now() })
  if (!upgraded.ok) return stop(describeUpgradeFailure(upgraded))
  if (upgraded.ran.length === 0) return console.log(`${name} is up to date.`)
  const wayBack = upgraded.backup === undefined ? '' : ` The way back: npm run restore -- ${upgraded.backup}`
  console.log(`${name}: ran ${upgraded.ran.join(', ')}.${wayBack}`)
}

async function create(): Promise<void> {
  const db = openDatabase(location, { mayCreate: true, mayTakeLong: true })
  const ran = await migrate(db).finally(() => db.destroy())
  console.log(`${name}: ran ${ran.join(', ')}.`)
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
