import { Kysely, sql } from 'kysely'
import type { OpenOptions } from '#db/engine.server.ts'
import type { Db, Schema } from '#db/schema.server.ts'
import { LockingPostgresDialect } from './dialect.server.ts'
import { openPool } from './pools.server.ts'

/** Reads of so many requests at once; PostgreSQL has 100 connections for all processes by default. */
const readConnections = 10
/** As many managers save at once; whatever else writes does it alone. */
const writeConnections = 8

/** The same connections for transactions of one manager, by the database that they belong to. */
const sharedOf = new WeakMap<Db, Db>()

/** Opens the database at a URL. Connects when it is first used; the database itself has to exist. */
export function openDatabase(url: string, { mayTakeLong = false }: OpenOptions = {}): Db {
  const time = mayTakeLong ? { statementTimeoutMs: 0 } : {}
  const pools = {
    reads: openPool(url, { size: readConnections, ...time }),
    writes: openPool(url, { size: writeConnections, ...time }),
  }
  const db: Db = new Kysely<Schema>({ dialect: new LockingPostgresDialect(pools, 'alone') })
  sharedOf.set(db, new Kysely<Schema>({ dialect: new LockingPostgresDialect(pools, 'shared') }))
  return db
}

/** Ids are positive. Locks of two numbers are apart from those of one, which other transactions take. */
const managerLocks = 1

/** `Engine.runManagerTransaction`: locks out those of the same manager, and all other transactions that write. */
export async function runManagerTransaction<Result>(
  db: Db,
  managerId: number,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const shared = sharedOf.get(db)
  if (!shared) throw new Error('A transaction of a manager is not part of another one')
  return shared.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(managerLocks)}, ${managerId})`.execute(tx)
    return work(tx)
  })
}
