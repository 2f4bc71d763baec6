import { type ServerFault, toServerName } from '#app/services/backup/database-server.server.ts'
import type { ServerBackupFailure, ServerBackupFault } from '#app/services/backup/server-backup.server.ts'

const create = `create database douze encoding 'UTF8' locale 'C' template template0`

/** For the operator: what is wrong with the database of a server, and what to do. */
const messages: Record<ServerFault, (name: string) => string> = {
  'bad-url': () =>
    'DATABASE_URL is not understood. It is postgres://user:password@host:5432/database, with @, : and / in the password as %40, %3A and %2F',
  unreachable: (name) => `The database server at ${name} cannot be reached`,
  'sign-in': (name) => `The database server at ${name} refuses the user or the password of DATABASE_URL`,
  missing: (name) => `There is no database at ${name}. Make one: ${create}`,
  product: (name) => `At ${name} is another product than PostgreSQL`,
  'too-old': (name) => `The PostgreSQL at ${name} is too old. Douze needs version 15 or later`,
  encoding: (name) => `The database at ${name} must have the encoding UTF8. Make another: ${create}`,
  collation: (name) => `The database at ${name} must order texts by C. Make another: ${create}`,
  'read-only': (name) => `The database at ${name} can only be read. Name the server that is written to`,
  'loses-commits': (name) =>
    `The database at ${name} answers a save before it is on disk. Set synchronous_commit to on for it`,
  pooled: (name) =>
    `A pooler at ${name} gives each transaction another session. Set pool_mode to session, or name PostgreSQL itself`,
  'no-rights': (name) => `The user of DATABASE_URL lacks rights on the database at ${name}`,
  schema: (name) =>
    `The tables of the database at ${name} must be in the schema public. Check search_path of its user and database`,
  empty: (name) => `The database at ${name} is empty. Begin with an empty game: npm run migrate -- --create`,
  foreign: (name) => `The database at ${name} has the tables of another program. Check DATABASE_URL`,
  newer: (name) => `The database at ${name} was changed by a newer Douze. Start that version`,
}

const backupMessages: Record<ServerBackupFault, (name: string) => string> = {
  program: (name) => `The database at ${name} was not copied. It takes pg_dump, pg_restore and psql`,
  missing: () => 'There is no such backup',
  foreign: () =>
    'The backup is of another program, or of a database in a file: for that one set DATABASE_FILE',
  newer: () => 'The backup was made by a newer Douze. Install that version, then restore it',
  served: (name) => `${name} is in use. Stop the game first: sudo systemctl stop douze.socket`,
  filled: (name) => `${name} is not empty. Name a new database in DATABASE_URL: ${create}`,
}

/** One sentence about why a server's database was not backed up or restored, with the words of PostgreSQL's program. */
export function describeServerBackupFailure(url: string, { fault, detail }: ServerBackupFailure): string {
  const describe = { ...messages, ...backupMessages }[fault]
  return `${describe(toServerName(url))}${detail === '' ? '.' : ` (${detail}).`}`
}

/** One sentence about a server's database that cannot be used, with the server's words. Never shows the password. */
export function describeServerFault(
  url: string,
  { fault, detail }: { fault: ServerFault; detail: string },
): string {
  return `${messages[fault](toServerName(url))}${detail === '' ? '.' : ` (${detail}).`}`
}
