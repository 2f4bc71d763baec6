import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../../scripts/load/save-log.ts'
import { type Cluster, findPostgresBinaries, startCluster } from '../../../scripts/postgres/cluster.ts'
import { openSaver, saveOn } from '../support/client.ts'
import { compareWithStore, makeGame, type Player, report } from '../support/game.ts'

/** Two processes of the game on one PostgreSQL server, of which one after the other is killed while people save. */
const faults = 20
/** Saves acknowledged between two faults. */
const between = 30
/** Each player may save 30 times a minute. */
const playersPerFault = 8

type Server = Awaited<ReturnType<typeof startServer>>

let cluster: Cluster

/** A database of the cluster with an open season, and two servers on it. */
async function startGame() {
  const name = `kill_${randomUUID().replaceAll('-', '')}`
  await onCluster((db) => sql`create database ${sql.id(name)} template template0`.execute(db))
  const url = cluster.url.replace(/postgres$/, name)
  const { players } = await makeGame(url, faults * playersPerFault)
  const servers = await Promise.all([startOn(url), startOn(url)])
  return { url, players, servers }
}

function startOn(url: string, more: Record<string, string> = {}): Promise<Server> {
  return startServer({ DATABASE_FILE: url, ...more })
}

async function onCluster<Result>(work: (db: ReturnType<typeof openDatabase>) => Promise<Result>) {
  const db = openDatabase(cluster.url)
  return work(db).finally(() => db.destroy())
}

type SaveLog = ReturnType<typeof createSaveLog>

interface Running {
  url: string
  servers: Server[]
}

/**
 * Saves on both servers in turn and has `fail` called in between; afterwards each server saves again, without a restart.
 * Compares the database with all saves.
 */
async function saveDuringFaults(fail: (game: Running, n: number) => Promise<void>) {
  const { url, players, servers } = await startGame()
  const log = createSaveLog()
  const acknowledged = () => log.saves.filter(({ outcome }) => outcome === 'saved').length
  const portOf = (n: number) => servers[n % 2]?.port ?? 0
  for (let fault = 0; fault < faults; fault += 1) {
    const [one, other, ...group] = players.slice(fault * playersPerFault, (fault + 1) * playersPerFault)
    const enough = acknowledged() + between
    let isOver = false
    const saving = group.map(async (player, n) => {
      for (let at = 0; at < 28; at += 4)
        await saveOn(openSaver(portOf(n + at), player, log), { from: at, most: 4, isOver: () => isOver })
    })
    while (acknowledged() < enough) await pause(5)
    await fail({ url, servers }, fault)
    isOver = true
    await Promise.all([...saving, untilSaved(portOf(0), one, log), untilSaved(portOf(1), other, log)])
  }
  for (const server of servers) expect((await server.stop()).code).toBe(0)
  return compareWithStore(url, log.saves)
}

/** Saves until it is acknowledged, some ten seconds long. */
async function untilSaved(port: number, player: Player | undefined, log: SaveLog): Promise<void> {
  for (let n = 0; player && n < 25; n += 1) {
    const { outcome } = await openSaver(port, player, log).saveTeam(`Again ${n}`)
    if (outcome === 'saved') return
    await pause(400)
  }
  throw new Error(`The server on ${port} saves no more`)
}

describe('saves on PostgreSQL are kept, none twice,', () => {
  beforeAll(async () => {
    cluster = await startCluster(findPostgresBinaries() ?? '', { isDurable: true })
  })
  afterAll(() => cluster.stop())

  test('when a process of the game is killed; the other goes on', async () => {
    const { broken, ...figures } = await saveDuringFaults(async ({ url, servers }, n) => {
      const killed = servers[n % 2]
      if (!killed) return
      killed.child.kill('SIGKILL')
      await killed.ended
      servers[n % 2] = await startOn(url, { PORT: String(killed.port) })
    })
    report('kill -9 of one of two processes on PostgreSQL, 20 times', figures)
    expect(broken).toEqual([])
  })

  test('when PostgreSQL is killed; both processes go on without a restart', async () => {
    const { broken, ...figures } = await saveDuringFaults(async () => {
      await cluster.end('SIGKILL')
      await cluster.start()
    })
    report('kill -9 of PostgreSQL, 20 times', figures)
    expect(broken).toEqual([])
  })

  test('when the connections to PostgreSQL are cut', async () => {
    const { broken, ...figures } = await saveDuringFaults(async ({ url }) => {
      const name = new URL(url).pathname.slice(1)
      await onCluster((db) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(db),
      )
    })
    report('connections to PostgreSQL cut, 20 times', figures)
    expect(broken).toEqual([])
  })
})
