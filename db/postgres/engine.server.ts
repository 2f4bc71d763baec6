import { PostgresAdapter, sql } from 'kysely'
import type { Engine } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import { outcomeUnknown } from './dialect.server.ts'
import { lockExclusive } from './lock.server.ts'
import { listWarnings, openDatabase, runManagerTransaction } from './open.server.ts'
import { consumeLimit, rateLimitsTable, readLimitWait } from './rate-limits.server.ts'
import { watchVersions } from './versions.server.ts'

/**
 * Connections that fail (08), resources that run out (53), an operator who stops the server (57P), a statement or a lock
 * that takes too long (57014, 55P03), a transaction that was idle (25P03), a server that only reads (25006).
 */
const unavailableCodes = /^(08(?!007)|53|57P|57014$|55P03$|25P03$|25006$|40001$|40P01$)/

async function readClock(db: Db): Promise<number> {
  const instant = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`
  const { now } = await db.selectNoFrom(instant.as('now')).executeTakeFirstOrThrow()
  return now
}

const clockOfTurn = new WeakMap<Db, Promise<number>>()

/** The same, asked once for all who ask in a turn of the event loop: the loaders of a page do. */
function readClockOnce(db: Db): Promise<number> {
  const reading = clockOfTurn.get(db) ?? readClock(db)
  if (!clockOfTurn.has(db)) setImmediate(() => clockOfTurn.delete(db))
  clockOfTurn.set(db, reading)
  return reading
}

/** A server, which processes of any number of machines use. */
export const postgres: Engine = {
  opens: (location) => /^postgres(ql)?:\/\//.test(location),
  owns: (adapter) => adapter instanceof PostgresAdapter,
  open: openDatabase,
  watchVersions,
  runManagerTransaction,

  /** PostgreSQL overwrites what is deleted when it cleans a table up, at a time of its own (docs/decisions/0016). */
  runErasingTransaction: (db, work) => db.transaction().execute(work),

  readClock: (db) => (db.isTransaction ? readClock(db) : readClockOnce(db)),

  async listTables(db) {
    const names = sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = current_schema() and tablename <> ${rateLimitsTable}`
    return (await names.execute(db)).rows.map(({ name }) => name)
  },

  async skipIds(db, table, count) {
    const sequence = sql`pg_get_serial_sequence(${table}, 'id')`
    await sql`select setval(${sequence}, nextval(${sequence}) + ${sql.lit(count - 1)})`.execute(db)
  },

  async readLastIds(db) {
    const tables = await listTablesWithIds(db)
    const ids = tables.map((table) => sql`select ${table} as name, ${sequenceOf(table)} as last`)
    const rows = sql<{ name: string; last: number | null }>`${sql.join(ids, sql` union all `)}`
    return Object.fromEntries((await rows.execute(db)).rows.map(({ name, last }) => [name, last ?? 0]))
  },

  async writeLastIds(db, lastIds) {
    for (const table of await listTablesWithIds(db)) {
      const last = sql`greatest(${lastIds[table] ?? 0}, (select max(id) from ${sql.table(table)}))`
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last})
        where ${last} > 0`.execute(db)
    }
  },

  lockExclusive,
  limitCounts: { consume: consumeLimit, peek: readLimitWait },

  findFault: () => undefined,
  listWarnings,

  isOutcomeUnknown: (error) => 'code' in error && error.code === outcomeUnknown,

  isUnavailable(error) {
    return 'code' in error && typeof error.code === 'string' && unavailableCodes.test(error.code)
  },
}

async function listTablesWithIds(db: Db): Promise<string[]> {
  const names = sql<{ name: string }>`select table_name::text as name from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`
  return (await names.execute(db)).rows.map(({ name }) => name)
}

function sequenceOf(table: string) {
  return sql`pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass)`
}
