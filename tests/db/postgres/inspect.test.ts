import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { describeServerFault } from '#app/server/database-server-messages.ts'
import { inspectDatabaseServer, type ServerFault } from '#app/services/backup/database-server.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { newDatabase, onServer, runStatements } from '#tests/support/databases.ts'

/** Servers and databases that the game does not start with: named, and nothing is created. */
async function newMigrated(): Promise<string> {
  const location = await newDatabase('inspect')
  const db = openDatabase(location)
  await migrate(db)
  await db.destroy()
  return location
}

function change(
  location: string,
  part: Partial<Pick<URL, 'port' | 'pathname' | 'username' | 'protocol'>>,
): string {
  return Object.assign(new URL(location), part).href
}

/** The same database with another user, who signs in by the name alone. */
async function asUser(location: string, ...statements: readonly string[]): Promise<string> {
  const user = `visitor_${new URL(location).pathname.slice(-12)}`
  await onServer((server) => sql.raw(`create role ${user} login`).execute(server))
  await runStatements(location, ...statements.map((statement) => statement.replaceAll('USER', user)))
  return change(location, { username: user })
}

/** Functions of the same name before those of PostgreSQL: the server says something else of itself. */
async function pretend(location: string, ...functions: readonly string[]): Promise<string> {
  const name = new URL(location).pathname.slice(1)
  await runStatements(
    location,
    'create schema other',
    ...functions.map((each) => `create function other.${each}`),
    `alter database ${name} set search_path = other, pg_catalog, public`,
  )
  return location
}

const returnsText = (head: string, text: string) =>
  `${head} returns text language sql as $$ select '${text}' $$`

async function newWith(options: string): Promise<string> {
  const location = await newDatabase('inspect')
  const name = new URL(location).pathname.slice(1)
  await onServer(async (server) => {
    await sql.raw(`drop database ${name}`).execute(server)
    await sql.raw(`create database ${name} template template0 ${options}`).execute(server)
  })
  return location
}

/** An empty database with a schema 'own' and another search path. */
async function newWithSchema(searchPath: string): Promise<string> {
  const location = await newDatabase('inspect')
  const name = new URL(location).pathname.slice(1)
  await runStatements(location, 'create schema own', `alter database ${name} set search_path = ${searchPath}`)
  return location
}

test('a migrated database has nothing pending', async () => {
  expect(await inspectDatabaseServer(await newMigrated())).toEqual({ ok: true, pending: [] })
})

describe('is refused', () => {
  const cases: [string, () => Promise<string>, ServerFault, string][] = [
    [
      'a URL without a database',
      async () => change(await newDatabase(), { pathname: '/' }),
      'bad-url',
      'names no database',
    ],
    ['another protocol', async () => 'mysql://localhost/douze', 'bad-url', 'does not begin with postgres://'],
    [
      'an option that would change the game’s own',
      async () => `${await newDatabase()}?statement_timeout=0`,
      'bad-url',
      'only sslmode',
    ],
    [
      'a word of sslmode that not all programs know',
      async () => `${await newDatabase()}?sslmode=no-verify`,
      'bad-url',
      'sslmode must be one of disable, require, verify-ca, verify-full',
    ],
    [
      'a certificate checked by authorities that not all programs know',
      async () => `${await newDatabase()}?sslmode=verify-full`,
      'bad-url',
      'sslmode=verify-full needs sslrootcert',
    ],
    [
      'an authority that is nowhere',
      async () => `${await newDatabase()}?sslmode=verify-full&sslrootcert=/no/such.crt`,
      'bad-url',
      'sslrootcert is no file with a certificate',
    ],
    [
      'a file without a certificate',
      async () => `${await newDatabase()}?sslmode=verify-full&sslrootcert=package.json`,
      'bad-url',
      'sslrootcert is no file with a certificate',
    ],
    [
      'an authority without a mode',
      async () => `${await newDatabase()}?sslrootcert=package.json`,
      'bad-url',
      'sslrootcert needs sslmode',
    ],
    [
      'TLS on a socket',
      async () => `${await newDatabase()}?host=/var/run/postgresql&sslmode=require`,
      'bad-url',
      'a socket knows no sslmode',
    ],
    ['a # behind it', async () => `${await newDatabase()}?sslmode=require#`, 'bad-url', 'only sslmode'],
    [
      'a port where nobody listens',
      async () => change(await newDatabase(), { port: '1' }),
      'unreachable',
      'ECONNREFUSED',
    ],
    ['an unknown user', async () => change(await newDatabase(), { username: 'nobody' }), 'sign-in', 'nobody'],
    [
      'an unknown database',
      async () => change(await newDatabase(), { pathname: '/no_such' }),
      'missing',
      'no_such',
    ],
    [
      'another product',
      async () => pretend(await newMigrated(), returnsText('version()', 'CockroachDB CCL v24.1')),
      'product',
      'CockroachDB',
    ],
    [
      'an old version',
      async () => pretend(await newMigrated(), returnsText('current_setting(text)', '140012')),
      'too-old',
      'version 15 or later',
    ],
    ['another encoding', () => newWith(`encoding 'LATIN1' locale 'C'`), 'encoding', 'LATIN1'],
    [
      'another order',
      () => newWith(`encoding 'UTF8' locale_provider icu icu_locale 'en' locale 'C'`),
      'collation',
      'must order texts by C',
    ],
    ['an empty database', () => newDatabase(), 'empty', 'npm run migrate -- --create'],
    [
      'the database of another program',
      async () => {
        const location = await newDatabase()
        await runStatements(location, 'create table recipes (name text)')
        return location
      },
      'foreign',
      'another program',
    ],
    [
      'a newer schema',
      async () => {
        const location = await newMigrated()
        await runStatements(
          location,
          `insert into kysely_migration values ('9999-tomorrow', '2099-01-01T00:00:00.000Z')`,
        )
        return location
      },
      'newer',
      '9999-tomorrow',
    ],
    ['another schema, empty', () => newWithSchema('own, public'), 'schema', 'must be in the schema public'],
    [
      'the tables of the game in another schema',
      async () => {
        const location = await newWithSchema('own')
        const db = openDatabase(location)
        await migrate(db)
        await db.destroy()
        return location
      },
      'schema',
      '(own)',
    ],
    ['a user who may not make tables', async () => asUser(await newDatabase()), 'no-rights', 'lacks rights'],
    [
      'a user who may not write a table',
      async () =>
        asUser(
          await newMigrated(),
          'grant create on schema public to USER',
          'grant select, insert, update, delete on all tables in schema public to USER',
          'revoke update on teams from USER',
        ),
      'no-rights',
      'teams',
    ],
    [
      'a server that only reads',
      async () => {
        const location = await newMigrated()
        const name = new URL(location).pathname.slice(1)
        await runStatements(location, `alter database ${name} set default_transaction_read_only = on`)
        return location
      },
      'read-only',
      'only be read',
    ],
    [
      'a server that answers before a commit is on disk',
      async () => {
        const location = await newMigrated()
        const name = new URL(location).pathname.slice(1)
        await runStatements(location, `alter database ${name} set synchronous_commit = off`)
        return location
      },
      'loses-commits',
      'synchronous_commit',
    ],
  ]

  test.each(cases)('%s', async (_name, make, fault, words) => {
    const location = await make()
    const state = await inspectDatabaseServer(location)
    expect(state).toMatchObject({ ok: false, fault })
    if (!state.ok) expect(describeServerFault(location, state)).toContain(words)
  })

  test('and a password is never shown', async () => {
    const url = 'postgres://douze:hush%40hush@127.0.0.1:1/douze'
    const state = await inspectDatabaseServer(url)
    if (state.ok) throw new Error('It was accepted')
    expect(describeServerFault(url, state)).toMatch(/127\.0\.0\.1:1\/douze/)
    expect(JSON.stringify([state, describeServerFault(url, state)])).not.toContain('hush')
  })
})
