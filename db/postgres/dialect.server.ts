import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isWrite } from '#db/is-write.server.ts'
import { takeConnection } from './pools.server.ts'
import { rateLimitsTable } from './rate-limits.server.ts'

/** The pools of a process: reads never wait for a connection that saves hold. */
export interface Pools {
  reads: Pool
  writes: Pool
}

/** Any number that other users of the database do not lock: 'douze' as bytes. */
const writeLock = 431_366_699_621

/**
 * How a transaction begins: it waits for a lock, so that what it reads still holds when it commits, in all processes. Each of its
 * statements sees what was committed before that (docs/decisions/0016). `alone`: nothing else writes meanwhile. `shared`: only
 * others that began so.
 */
const begins = {
  alone: `begin isolation level read committed; select pg_advisory_xact_lock(${writeLock})`,
  shared: `begin isolation level read committed; select pg_advisory_xact_lock_shared(${writeLock})`,
} as const
type Begin = keyof typeof begins

const commit = 'commit'

/** Kysely's dialect for PostgreSQL, whose transactions lock out other writers, with a pool of connections for them. */
export class LockingPostgresDialect extends PostgresDialect {
  readonly #pools: Pools
  readonly #begin: Begin

  constructor(pools: Pools, begin: Begin) {
    super({ pool: pools.reads })
    this.#pools = pools
    this.#begin = begin
  }

  override createDriver(): Driver {
    return new LockingPostgresDriver(this.#pools, this.#begin)
  }
}

class LockingPostgresDriver implements Driver {
  readonly #pools: Pools
  readonly #begin: Begin

  constructor(pools: Pools, begin: Begin) {
    this.#pools = pools
    this.#begin = begin
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(this.#pools, this.#begin)
  }

  beginTransaction(connection: PostgresConnection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: PostgresConnection): Promise<void> {
    return connection.end(commit)
  }

  /** A connection that is lost has nothing to roll back, and its error would hide the cause. */
  rollbackTransaction(connection: PostgresConnection): Promise<void> {
    return connection.end('rollback').catch(() => {})
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#pools.reads.end(), this.#pools.writes.end()])
  }
}

/** Takes a connection from the pool of what is done first with it: a read, or a transaction. */
class PostgresConnection implements DatabaseConnection {
  readonly #pools: Pools
  readonly #begin: Begin
  #client: PoolClient | undefined
  #isInTransaction = false
  #isLost = false

  constructor(pools: Pools, begin: Begin) {
    this.#pools = pools
    this.#begin = begin
  }

  /** A statement that writes outside a transaction is one by itself. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isInTransaction || !locksWriters(query)) return this.#send(query, 'reads')
    await this.begin()
    try {
      const result = await this.#send<Row>(query, 'writes')
      await this.end(commit)
      return result
    } catch (error) {
      await this.end('rollback').catch(() => {})
      throw error
    }
  }

  async begin(): Promise<void> {
    this.#isInTransaction = true
    await this.#send(CompiledQuery.raw(begins[this.#begin]), 'writes')
  }

  async end(how: typeof commit | 'rollback'): Promise<void> {
    if (!this.#isInTransaction) return
    await this.#send(CompiledQuery.raw(how), 'writes')
    this.#isInTransaction = false
  }

  /** Gives the connection back; one that is lost, or still in a transaction, is closed. */
  release(): void {
    this.#client?.release(this.#isLost || this.#isInTransaction)
    this.#client = undefined
  }

  // biome-ignore lint/correctness/useYield: nothing of the game reads rows one by one.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are not read one by one')
  }

  async #send<Row>(query: CompiledQuery, pool: keyof Pools): Promise<QueryResult<Row>> {
    const { sql, parameters } = query
    this.#client ??= await takeConnection(
      this.#pools[pool],
      this.#pools[pool === 'reads' ? 'writes' : 'reads'],
    ).catch((cause) => {
      throw toConnectionError(cause)
    })
    try {
      const { command, rowCount, rows } = await this.#client.query({
        name: findStatementName(query),
        text: sql,
        values: [...parameters],
      })
      const isChange = ['INSERT', 'UPDATE', 'DELETE'].includes(command)
      return isChange ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows }
    } catch (error) {
      // PostgreSQL's own errors leave a connection as it was.
      if (keepsConnection(error)) throw error
      this.#isLost = true
      throw toConnectionError(error, { isCommitting: sql === commit })
    }
  }
}

/** Counts of rate limits are written beside everything else. */
function locksWriters(query: CompiledQuery): boolean {
  return isWrite(query) && !query.sql.includes(rateLimitsTable)
}

/** Whether PostgreSQL itself reports an error, by a code of five characters, without ending the connection. */
function keepsConnection(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P|25P03)/.test(code) && code !== 'EPIPE'
}

/** So many statements of a process are prepared, and each connection keeps the plan of each: some 15 kB. */
export const preparedStatementLimit = 200
/** Lists have a text for each length; only short ones come again. */
const maxParameters = 16

const names = new Map<string, string>()

/**
 * The name under which a connection prepares a statement, so that PostgreSQL plans it once: half of its work for the short
 * queries of a page. Undefined for a statement that is sent as it is: one written by hand, a long list, one that reads
 * all columns, whose plan fails when a newer version adds one, and those beyond the limit.
 */
function findStatementName({ query, sql, parameters }: CompiledQuery): string | undefined {
  if (query.kind === 'RawNode' || parameters.length > maxParameters || readsAllColumns(sql)) return undefined
  const known = names.get(sql)
  if (known !== undefined || names.size >= preparedStatementLimit) return known
  const name = `douze-${names.size + 1}`
  names.set(sql, name)
  return name
}

/** `select *`, `returning *` and `"table".*`; `count(*)` is none of them. */
function readsAllColumns(sql: string): boolean {
  return /(?<!\()\*/.test(sql)
}

/** PostgreSQL's codes: a connection failed; a transaction was being committed, and nobody knows whether it is. */
const connectionFailed = '08006'
export const outcomeUnknown = '08007'

/** An error of a connection that cannot be opened or was lost, whichever of the network, the package or the server it is. */
function toConnectionError(cause: unknown, { isCommitting = false } = {}): Error {
  const code = isCommitting ? outcomeUnknown : connectionFailed
  return Object.assign(new Error(`The database cannot be reached: ${describe(cause)}`, { cause }), { code })
}

/** Node reports several addresses of a host that all refused as an error without words. */
function describe(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(describe).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}
