import { Kysely } from 'kysely'
import type { OpenOptions } from '#db/engine.server.ts'
import type { Db, Schema } from '#db/schema.server.ts'
import { OneWriterPostgresDialect } from './dialect.server.ts'
import { openPool } from './pools.server.ts'

/** Reads of so many requests at once; PostgreSQL has 100 connections for all processes by default. */
const readConnections = 10
/** One writes, the others wait for its lock or bring their commit to disk. */
const writeConnections = 4

/** Opens the database at a URL. Connects when it is first used; the database itself has to exist. */
export function openDatabase(url: string, { mayTakeLong = false }: OpenOptions = {}): Db {
  const time = mayTakeLong ? { statementTimeoutMs: 0 } : {}
  const pools = {
    reads: openPool(url, { size: readConnections, ...time }),
    writes: openPool(url, { size: writeConnections, ...time }),
  }
  return new Kysely<Schema>({ dialect: new OneWriterPostgresDialect(pools) })
}
