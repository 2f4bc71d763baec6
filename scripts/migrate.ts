import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { migrate } from '../db/migrate.server.ts'
import { openDatabase } from '../db/open.server.ts'

/**
 * npm run migrate [-- --create]: brings the database named by DATABASE_FILE up to date.
 * A missing file is made only with --create, so that a wrong path never becomes an empty game.
 */
const given = process.env.DATABASE_FILE
if (!given) stop('DATABASE_FILE is not set.')
const file = resolve(given)
const mayCreate = process.argv.includes('--create')
if (!existsSync(file) && !mayCreate)
  stop(`There is no database at ${file}. To make one: npm run migrate -- --create`)
if (mayCreate) mkdirSync(dirname(file), { recursive: true })

const db = openDatabase(file, { mayCreate })
const names = await migrate(db)
await db.destroy()
console.log(names.length === 0 ? `${file} is up to date.` : `${file}: ran ${names.join(', ')}.`)

function stop(reason: string): never {
  console.error(reason)
  process.exit(1)
}
