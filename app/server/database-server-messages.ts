import { type ServerFault, toServerName } from '#app/services/backup/database-server.server.ts'

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
  'no-rights': (name) => `The user of DATABASE_URL lacks rights on the database at ${name}`,
  empty: (name) => `The database at ${name} is empty. Begin with an empty game: npm run migrate -- --create`,
  foreign: (name) => `The database at ${name} has the tables of another program. Check DATABASE_URL`,
  newer: (name) => `The database at ${name} was changed by a newer Douze. Start that version`,
}

/** One sentence about a server's database that cannot be used, with the server's words. Never shows the password. */
export function describeServerFault(
  url: string,
  { fault, detail }: { fault: ServerFault; detail: string },
): string {
  return `${messages[fault](toServerName(url))}${detail === '' ? '.' : ` (${detail}).`}`
}
