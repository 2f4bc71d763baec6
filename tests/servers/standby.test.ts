import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectDatabaseServer } from '#app/services/backup/database-server.server.ts'
import { backupServer } from '#app/services/backup/server-backup.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { type Cluster, findPostgresBinaries, startCluster } from '../../scripts/postgres/cluster.ts'
import { getEntryOrder, openSaver } from '../faults/support/client.ts'
import { compareWithStore, makeGame } from '../faults/support/game.ts'

/** A PostgreSQL with a synchronous standby, which takes over when it dies. */
const binaries = findPostgresBinaries()
const missing = binaries ? undefined : 'not installed: postgresql'
const folder = mkdtempSync('/tmp/standby-')
const log = createSaveLog()
let primary: Cluster
let standby: Cluster
let server: Awaited<ReturnType<typeof startServer>>
let players: Awaited<ReturnType<typeof makeGame>>['players']

beforeAll(async () => {
  if (!binaries) return
  primary = await startCluster(binaries, { isDurable: true })
  const db = openDatabase(primary.url)
  await migrate(db)
  await db.destroy()
  ;({ players } = await makeGame(primary.url, 10))
  standby = await startCluster(binaries, { isDurable: true, standbyOf: primary })
  await on(primary, async (db) => {
    await sql`alter system set synchronous_standby_names = '*'`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
  })
  server = await startServer({ DATABASE_FILE: primary.url })
})
afterAll(() => server?.stop())
afterAll(() => standby?.stop())
afterAll(() => primary?.stop())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function on<Result>(cluster: Cluster, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openDatabase(cluster.url)
  return work(db).finally(() => db.destroy())
}

describe.skipIf(missing)(`a standby ${missing ?? ''}`, () => {
  test('is refused at the start while it only reads, and can be backed up', async () => {
    expect(await inspectDatabaseServer(standby.url)).toMatchObject({ ok: false, fault: 'read-only' })
    const options = { folder: join(folder, 'backups'), keepCount: 1, environment: process.env }
    const backup = await backupServer(standby.url, { ...options, now: Date.now() })
    expect(backup).toMatchObject({ ok: true })
  })

  test('has every acknowledged save when it is promoted', async () => {
    const savers = players.map((player) => openSaver(server.port, player, log))
    await Promise.all(savers.map((saver, n) => saver.saveTeam(`Team ${n}`)))
    let isOver = false
    const saving = savers.map(async (saver) => {
      for (let n = 0; !isOver; n += 1) await saver.saveLineup(getEntryOrder(n), 1)
    })
    while (log.saves.filter(({ outcome }) => outcome === 'saved').length < 200) await pause(10)
    await primary.end('SIGKILL')
    isOver = true
    await Promise.all(saving)
    await on(standby, (db) => sql`select pg_promote()`.execute(db))
    const { broken, ...figures } = await compareWithStore(standby.url, log.saves)
    console.log(`the standby took over: ${JSON.stringify(figures)}`)
    expect(broken).toEqual([])

    const next = await startServer({ DATABASE_FILE: standby.url })
    const [player] = players
    if (!player) throw new Error('No players')
    const saver = openSaver(next.port, player, log)
    const { outcome } = await saver.saveTeam('On the other server')
    await next.stop()
    expect(outcome).toBe('saved')
  })
})
