import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeServerFault } from '#app/server/database-server-messages.ts'
import { inspectDatabaseServer } from '#app/services/backup/database-server.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { freePort } from '#tests/support/provider.ts'
import { findPostgresBinaries, startCluster } from '../../scripts/postgres/cluster.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { waitForPort, whyNot } from './support/programs.ts'

/** PgBouncer as Debian ships it, between the game and a PostgreSQL of its own. */
const binaries = findPostgresBinaries()
const missingPgBouncer = whyNot('pgbouncer') ?? (binaries ? undefined : 'not installed: postgresql')
let cluster: Awaited<ReturnType<typeof startCluster>>
const endings: (() => void)[] = []

beforeAll(async () => {
  if (missingPgBouncer || !binaries) return
  cluster = await startCluster(binaries)
  const db = openDatabase(cluster.url)
  await migrate(db)
  await db.destroy()
})
afterAll(async () => {
  for (const end of endings) end()
  await cluster?.stop()
})

/** Starts a PgBouncer. Returns the database's URL through it. */
async function startPgBouncer(mode: 'session' | 'transaction'): Promise<string> {
  const port = await freePort()
  // Not in a private folder: as root it runs as another user.
  const folder = mkdtempSync('/tmp/pgbouncer-')
  chmodSync(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  const { port: serverPort } = new URL(cluster.url)
  writeFileSync(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${serverPort} user=douze
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
ignore_startup_parameters = extra_float_digits, statement_timeout, lock_timeout, idle_in_transaction_session_timeout
`,
  )
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...asUser, file], { stdio: 'ignore' })
  endings.push(() => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  await waitForPort(port)
  return Object.assign(new URL(cluster.url), { port: String(port) }).href
}

describe.skipIf(missingPgBouncer)(`PgBouncer ${missingPgBouncer ?? ''}`, () => {
  test('that pools sessions is used as PostgreSQL itself', async () => {
    const url = await startPgBouncer('session')
    expect(await inspectDatabaseServer(url)).toEqual({ ok: true, pending: [] })
    const { manager, db } = await openTestDatabase(openDatabase(url))
    expect(await manager('anna')).toBeGreaterThan(0)
    await db.destroy()
  })

  test('that pools transactions is refused at the start, in words', async () => {
    const url = await startPgBouncer('transaction')
    const state = await inspectDatabaseServer(url)
    expect(state).toEqual({ ok: false, fault: 'pooled', detail: '' })
    if (!state.ok) expect(describeServerFault(url, state)).toContain('Set pool_mode to session')
  })
})
