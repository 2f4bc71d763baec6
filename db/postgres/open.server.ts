import { Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import type { OpenOptions } from '#db/engine.server.ts'
import type { Db, Schema } from '#db/schema.server.ts'
import { LockingPostgresDialect, type Pools } from './dialect.server.ts'
import { isGrowthPaused, openPool } from './pools.server.ts'

/** Reads of so many requests at once; PostgreSQL has 100 connections for all processes by default. */
const readConnections = 10
/** As many managers save at once; whatever else writes does it alone. */
const writeConnections = 8

const refusedMessage =
  'PostgreSQL refused a connection in the last minute, because all it allows are in use. The game works with those it has.'

interface Opened {
  pools: Pools
  /** The same connections for transactions of one manager. */
  shared: Db
  /** The latest transaction of each manager that runs or waits. */
  latest: Map<number, Promise<unknown>>
}

const opened = new WeakMap<Db, Opened>()

/** Opens the database at a URL. Connects when it is first used; the database itself has to exist. */
export function openDatabase(url: string, { mayTakeLong = false }: OpenOptions = {}): Db {
  const time = mayTakeLong ? { statementTimeoutMs: 0 } : {}
  const pools = {
    reads: openPool(url, { size: readConnections, ...time }),
    writes: openPool(url, { size: writeConnections, ...time }),
  }
  const db: Db = new Kysely<Schema>({ dialect: new LockingPostgresDialect(pools, 'alone') })
  const shared: Db = new Kysely<Schema>({ dialect: new LockingPostgresDialect(pools, 'shared') })
  opened.set(db, { pools, shared, latest: new Map() })
  return db
}

/** The connections by which an open database is read. */
export function findReads(db: Db): Pool | undefined {
  return opened.get(db)?.pools.reads
}

/** `Engine.listWarnings`. */
export function listWarnings(db: Db): readonly string[] {
  const { reads, writes } = opened.get(db)?.pools ?? {}
  const isPaused = [reads, writes].some((pool) => pool && isGrowthPaused(pool))
  return isPaused ? [refusedMessage] : []
}

/** Ids are positive. Locks of two numbers are apart from those of one, which other transactions take. */
const managerLocks = 1

/**
 * `Engine.runManagerTransaction`: locks out those of the same manager, and all other transactions that write. Those of one manager
 * in this process wait for each other without a connection: otherwise eight of them would hold all.
 */
export async function runManagerTransaction<Result>(
  db: Db,
  managerId: number,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const { shared, latest } = opened.get(db) ?? {}
  if (!shared || !latest) throw new Error('A transaction of a manager is not part of another one')
  const transact = () =>
    shared.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(managerLocks)}, ${managerId})`.execute(tx)
      return work(tx)
    })
  const running = latest.get(managerId)?.then(transact, transact) ?? transact()
  latest.set(managerId, running)
  return running.finally(() => latest.get(managerId) === running && latest.delete(managerId))
}
