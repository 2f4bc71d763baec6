import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectDatabaseServer } from '#app/services/backup/database-server.server.ts'
import { moveDatabase } from '#app/services/backup/move.server.ts'
import { backupServer, restoreServer } from '#app/services/backup/server-backup.server.ts'
import { engineOf, openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { findPostgresBinaries, startCluster } from '../../scripts/postgres/cluster.ts'
import { runProgram, whyNot } from './support/programs.ts'

/** PostgreSQL with TLS and a private authority: the game and PostgreSQL's own programs understand an address alike. */
const binaries = findPostgresBinaries()
const missing = whyNot('openssl') ?? (binaries ? undefined : 'not installed: postgresql')
/** Not a private folder: PostgreSQL may run as another user. */
const folder = mkdtempSync('/tmp/postgres-tls-')
let cluster: Awaited<ReturnType<typeof startCluster>>
let made = 0

beforeAll(async () => {
  if (missing || !binaries) return
  chmodSync(folder, 0o755)
  for (const name of ['authority', 'stranger']) makeCertificate(name)
  cluster = await startCluster(binaries)
  await onServer(async (server) => {
    const settings = sql<{ data: string }>`select current_setting('data_directory') as data`
    const { uid, gid } = statSync((await settings.execute(server)).rows[0]?.data ?? '')
    const [key, certificate] = [join(folder, 'authority.key'), join(folder, 'authority.crt')]
    chownSync(key, uid, gid)
    chmodSync(key, 0o600)
    await sql`alter system set ssl_key_file = ${sql.lit(key)}`.execute(server)
    await sql`alter system set ssl_cert_file = ${sql.lit(certificate)}`.execute(server)
    await sql`alter system set ssl = on`.execute(server)
    await sql`select pg_reload_conf()`.execute(server)
  })
})
afterAll(async () => {
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function makeCertificate(name: string): void {
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  runProgram('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files])
}

async function onServer<Result>(work: (server: ReturnType<typeof openDatabase>) => Promise<Result>) {
  const server = openDatabase(cluster.url)
  return work(server).finally(() => server.destroy())
}

/** A new database, empty or with the game's tables, at an address with these options behind it. */
async function newUrl(host: string, options: string, { isMigrated = false } = {}): Promise<string> {
  made += 1
  const name = `tls_${made}`
  await onServer((server) => sql`create database ${sql.id(name)} template template0`.execute(server))
  const plain = Object.assign(new URL(cluster.url), { pathname: name })
  if (isMigrated) {
    const db = openDatabase(plain.href)
    await migrate(db)
    await db.destroy()
  }
  return `${Object.assign(plain, { hostname: host }).href}?${options}`
}

/** What each part of the game does with such an address. */
async function tryAll(host: string, options: string) {
  const { env: environment } = process
  const from = await newUrl(host, options, { isMigrated: true })
  const server = await inspectDatabaseServer(from)
  const backUp = (url: string) =>
    backupServer(url, {
      folder: join(folder, `backups-${made}`),
      keepCount: 9,
      environment,
      now: Date.now(),
    })
  const backup = await backUp(from)
  const other = await backUp(await newUrl('127.0.0.1', 'sslmode=disable', { isMigrated: true }))
  if (!other.ok) throw new Error(other.detail)
  const restore = await restoreServer({ dump: other.path, url: await newUrl(host, options), environment })
  const move = await moveDatabase({ from, to: await newUrl(host, options) }).catch(() => ({ ok: false }))
  return { server: server.ok, backup: backup.ok, restore: restore.ok, move: move.ok }
}

describe.skipIf(missing)(`TLS of PostgreSQL ${missing ?? ''}`, () => {
  const root = (name: string) => `sslrootcert=${join(folder, `${name}.crt`)}`
  const cases: [string, string, boolean][] = [
    ['127.0.0.1', 'sslmode=disable', true],
    ['127.0.0.1', 'sslmode=require', true],
    ['127.0.0.1', `sslmode=require&${root('authority')}`, true],
    ['localhost', `sslmode=require&${root('stranger')}`, false],
    ['127.0.0.1', `sslmode=verify-ca&${root('authority')}`, true],
    ['localhost', `sslmode=verify-ca&${root('stranger')}`, false],
    ['localhost', `sslmode=verify-full&${root('authority')}`, true],
    ['127.0.0.1', `sslmode=verify-full&${root('authority')}`, false],
    ['localhost', `sslmode=verify-full&${root('stranger')}`, false],
  ]
  test.each(cases)('%s with %s', async (host, options, works) => {
    expect(await tryAll(host, options)).toEqual({
      server: works,
      backup: works,
      restore: works,
      move: works,
    })
  })
})

describe.skipIf(missing)(`restore ${missing ?? ''}`, () => {
  const { env: environment } = process
  const listTables = async (url: string) => {
    const db = openDatabase(url)
    return engineOf(db)
      .listTables(db)
      .finally(() => db.destroy())
  }
  /** Ends a program that this process has started. */
  const kill = (program: string) => spawnSync('pkill', ['-KILL', '-P', String(process.pid), program])
  const causes: Record<string, (name: string) => unknown> = {
    'psql is killed': () => kill('psql'),
    'pg_restore is killed': () => kill('pg_restore'),
    'the connection ends': (name) =>
      onServer((server) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = ${name} and application_name = 'psql'`.execute(server),
      ),
  }

  test('that fails fifty times, at different moments, ends each time with an empty database, and can be repeated', async () => {
    const from = await newUrl('127.0.0.1', 'sslmode=disable', { isMigrated: true })
    const source = openDatabase(from)
    await sql`insert into managers (issuer, subject, created_at)
      select 'crowd', 'fan ' || n || repeat('x', 80), 1 from generate_series(1, 100000) as n`.execute(source)
    await source.destroy()
    const options = { folder: join(folder, 'crowd'), keepCount: 1, environment, now: Date.now() }
    const backup = await backupServer(from, options)
    if (!backup.ok) throw new Error(backup.detail)
    const took: number[] = []
    let failed = 0
    for (let n = 0; failed < 50 && n < 200; n += 1) {
      const url = await newUrl('127.0.0.1', 'sslmode=disable')
      const restoring = restoreServer({ dump: backup.path, url, environment })
      await pause(30 + ((n * 37) % 700))
      const begun = performance.now()
      const end = Object.values(causes)[n % 3]
      await end?.(new URL(url).pathname.slice(1))
      const restored = await restoring
      took.push(performance.now() - begun)
      if (restored.ok) continue
      failed += 1
      expect(restored.fault).toBe('program')
      expect(await listTables(url)).toEqual([])
      if (failed % 8 === 0)
        await expect
          .poll(() => restoreServer({ dump: backup.path, url, environment }), { timeout: 30_000 })
          .toMatchObject({ ok: true })
    }
    console.log(
      `${failed} of ${took.length} restores failed; each ended within ${Math.round(Math.max(...took))} ms`,
    )
    expect(failed).toBe(50)
    expect(Math.max(...took)).toBeLessThan(30_000)
  })
})
