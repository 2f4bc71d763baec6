import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createSession } from '#app/auth/session/session.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { engineOf, openDatabase, watchVersions } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { openDump } from '#tests/support/database-dump.ts'
import { newDatabase, runStatements } from '#tests/support/databases.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { runBackup, runRestore } from '../../../scripts/backup/commands.ts'

let folder: string
let source: string
let db: Db

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'douze-dump-'))
  source = await newDatabase('backup')
  db = openDatabase(source, { mayCreate: true })
  const { manager } = await openTestDatabase(db)
  await createSession(db, { managerId: await manager('Åsa “12” \\.\n\t🇸🇪'), now: Date.now() })
})

afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})
afterEach(() => vi.restoreAllMocks())

async function run(
  command: typeof runBackup,
  args: string[],
  { url = source, environment = process.env }: { url?: string; environment?: NodeJS.ProcessEnv } = {},
) {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {})
  const err = vi.spyOn(console, 'error').mockImplementation(() => {})
  const code = await command(args, { ...environment, DATABASE_URL: url, DATABASE_FILE: '' })
  const result = { code, out: out.mock.calls.join('\n'), err: err.mock.calls.join('\n') }
  vi.restoreAllMocks()
  return result
}

/** Makes a backup in a folder of its own. Returns the file. */
async function backUp(name: string): Promise<string> {
  const target = join(folder, name)
  expect(await run(runBackup, [target])).toMatchObject({ code: 0, err: '' })
  return join(target, readdirSync(target)[0] ?? '')
}

async function readRows(url: string) {
  const dump = openDump(url)
  return dump.read().finally(() => dump.close())
}

async function listTables(url: string): Promise<string[]> {
  const other = openDatabase(url)
  return engineOf(other)
    .listTables(other)
    .finally(() => other.destroy())
}

test('a backup is one private file that says what it contains', async () => {
  const target = join(folder, 'one')
  const made = await run(runBackup, [target])
  const [name = '', ...more] = readdirSync(target)
  expect(name).toMatch(/^douze-\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z\.dump$/)
  expect(more).toEqual([])
  expect(made.out).toContain(`found whole: ${join(target, name)}`)
  expect(made.out).toContain('season 2025 (Basel), active: 0 teams\n  1 manager')
  expect(statSync(join(target, name)).mode & 0o777).toBe(0o600)
})

test('a restored database has every row, but no session, and new ids of addresses', async () => {
  const backup = await backUp('restored')
  const target = await newDatabase('restored')
  const restored = await run(runRestore, [backup], { url: target })
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain('season 2025 (Basel), active')
  const { sessions: before, ...rows } = await readRows(source)
  const { sessions: after, ...restoredRows } = await readRows(target)
  expect(before).toContain('id_hash')
  expect(after).toBe('[]')
  expect(restoredRows).toEqual(rows)
  const other = openDatabase(target)
  const managerId = await ensureManager(other, { issuer: 'test', subject: 'new', now: 0 })
  const { id } = await other
    .insertInto('mail_addresses')
    .values({
      manager_id: managerId,
      address: 'a@example.org',
      time_zone: null,
      created_at: 0,
      confirmed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await other.destroy()
  expect(id).toBeGreaterThan(1_000_000)
})

test('older backups beyond --keep are deleted after the new one is there', async () => {
  const target = join(folder, 'kept')
  for (const _ of [1, 2, 3]) await run(runBackup, [target, '--keep', '2'])
  expect(readdirSync(target)).toHaveLength(2)
})

test('nothing is restored over a game, nor while it is served, and no other file', async () => {
  const backup = await backUp('refused')
  const before = await readRows(source)
  expect((await run(runRestore, [backup])).err).toContain('is not empty. Name a new database')
  expect(await readRows(source)).toEqual(before)

  const served = await newDatabase('served')
  await runStatements(served, 'create table versions (topic text, n integer)')
  const watch = watchVersions(served)
  await watch.read()
  expect((await run(runRestore, [backup], { url: served })).err).toContain('is in use. Stop the game first')
  watch.close()

  const empty = await newDatabase('empty')
  const text = join(folder, 'text.dump')
  writeFileSync(text, 'no archive')
  expect((await run(runRestore, [text], { url: empty })).err).toContain('pg_restore')
  expect((await run(runRestore, [join(folder, 'none')], { url: empty })).err).toContain('no such backup')
  expect(await listTables(empty)).toEqual([])
})

test('a truncated backup leaves the database empty', async () => {
  const backup = await backUp('truncated')
  truncateSync(backup, Math.floor(readFileSync(backup).length * 0.8))
  const target = await newDatabase('truncated')
  expect(await run(runRestore, [backup], { url: target })).toMatchObject({ code: 1 })
  expect(await listTables(target)).toEqual([])
})

test.each([
  ['at once', 'exit 3'],
  ['after a moment', 'head -c 70000 > /dev/null; exit 3'],
  ['once it has read for a while', 'sleep 0.3; head -c 300000 > /dev/null; exec 0<&-; sleep 0.3; exit 3'],
])('a restore ends when psql fails %s, says why, and leaves the database empty', async (when, steps) => {
  const backup = await backUp(`failing ${when}`)
  const shim = mkdtempSync(join(folder, 'shim-'))
  const psql = `#!/bin/sh\necho 'no space left' >&2; ${steps}\n`
  // Reads the archive as always, and has ten megabytes to copy.
  const restore = `#!/bin/sh\ncase "$*" in *--no-owner*) yes | head -c 10000000;; *) PATH='${process.env.PATH}' exec pg_restore "$@";; esac\n`
  writeFileSync(join(shim, 'psql'), psql, { mode: 0o755 })
  writeFileSync(join(shim, 'pg_restore'), restore, { mode: 0o755 })
  const environment = { ...process.env, PATH: `${shim}:${process.env.PATH}` }
  for (let n = 0; n < 5; n += 1) {
    const target = await newDatabase('failing')
    const restored = await run(runRestore, [backup], { url: target, environment })
    expect(restored).toMatchObject({ code: 1, err: expect.stringContaining('psql: no space left') })
    expect(await listTables(target)).toEqual([])
    // The server ends the lock's connection a moment after it was closed.
    await expect.poll(() => run(runRestore, [backup], { url: target })).toMatchObject({ code: 0 })
  }
})

test('a newer pg_restore, which sets what the server does not know, restores every row', async () => {
  await runStatements(
    source,
    `insert into managers (issuer, subject, created_at) select 'crowd', 'fan ' || n || repeat('x', 80), 1
    from generate_series(1, 30000) as n`,
  )
  const backup = await backUp('newer client')
  const target = await newDatabase('newer')
  const shim = mkdtempSync(join(folder, 'shim-'))
  const restore = `#!/bin/sh\ncase "$*" in *--no-owner*) printf 'SET statement_timeout = 0;\nSET transaction_timeout = 0;\n';; esac
PATH='${process.env.PATH}' exec pg_restore "$@"\n`
  writeFileSync(join(shim, 'pg_restore'), restore, { mode: 0o755 })
  const environment = { ...process.env, PATH: `${shim}:${process.env.PATH}` }
  expect(await run(runRestore, [backup], { url: target, environment })).toMatchObject({ code: 0, err: '' })
  const [restored, before] = [openDatabase(target), openDatabase(source)]
  const subjects = (of: Db) => of.selectFrom('managers').select('subject').orderBy('id').execute()
  expect(await subjects(restored)).toEqual(await subjects(before))
  for (const each of [restored, before]) await each.destroy()
})

test('a database in another schema is neither backed up nor restored into, and both say why', async () => {
  const backup = await backUp('of the game')
  const other = await newDatabase('schema')
  const name = new URL(other).pathname.slice(1)
  await runStatements(other, 'create schema own', `alter database ${name} set search_path = own`)
  const restored = await run(runRestore, [backup], { url: other })
  expect(restored).toMatchObject({ code: 1, err: expect.stringContaining('must be in the schema public') })
  await migrate(openDatabase(other))
  const made = await run(runBackup, [join(folder, 'schema')], { url: other })
  expect(made).toMatchObject({ code: 1, err: expect.stringContaining('must be in the schema public') })
})

test('without a folder or PostgreSQL’s programs no backup is made', async () => {
  expect(await run(runBackup, [])).toMatchObject({ code: 2 })
  const target = join(folder, 'none')
  const made = await run(runBackup, [target], { environment: { ...process.env, PATH: folder } })
  expect(made).toMatchObject({ code: 1 })
  expect(made.err).toContain('pg_dump is not installed')
  expect(readdirSync(target)).toEqual([])
})

test('the password is no argument that other users could read', async () => {
  const url = new URL(source)
  url.password = 'p@ss'
  const shim = mkdtempSync(join(folder, 'shim-'))
  const script = `#!/bin/sh\nprintf '%s|%s' "$*" "$PGPASSWORD" >&2; exit 1\n`
  writeFileSync(join(shim, 'pg_dump'), script, { mode: 0o755 })
  const made = await run(runBackup, [join(folder, 'password')], {
    url: url.href,
    environment: { ...process.env, PATH: `${shim}:${process.env.PATH}` },
  })
  expect(made.err).toContain('|p@ss')
  expect(made.err.split('|')[0]).not.toContain('p%40ss')
})
