import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { inspectFile } from '../app/services/database-file.server.ts'
import { migrate } from '../db/migrate.server.ts'
import { openDatabase } from '../db/open.server.ts'
import { sayFault } from './file-words.ts'

/**
 * npm run migrate [-- --create]: brings the database named by DATABASE_FILE up to date.
 * A missing or empty file becomes a game only with --create, so that a wrong path never does.
 */
const given = process.env.DATABASE_FILE
if (!given) stop('DATABASE_FILE is not set.')
const file = resolve(given)
const mayCreate = process.argv.includes('--create')
if (mayCreate) mkdirSync(dirname(file), { recursive: true })

const state = await inspectFile(file)
if (!state.ok && !(mayCreate && isNothing(state))) stop(sayFault(file, state))
const db = openDatabase(file, { mayCreate })
const names = await migrate(db)
await db.destroy()
console.log(names.length === 0 ? `${file} is up to date.` : `${file}: ran ${names.join(', ')}.`)

/** Nothing is there, not even the log of what was: SQLite throws a log away that has no database. */
function isNothing({ fault, detail }: { fault: string; detail: string }): boolean {
  return (fault === 'missing' || fault === 'empty') && detail === ''
}

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
