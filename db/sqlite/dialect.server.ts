import type Database from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'

interface DialectConfig {
  database: Database.Database
}

/** How long a statement waits for a lock of another process or thread before it fails with SQLITE_BUSY, in ms. */
const busyTimeoutMs = 2000
/** How often it asks: less than the thread that stores automatic line-ups rests between two batches. */
const retryDelayMs = 5

/**
 * SQLite as the product needs it under faults: a transaction takes the write lock when it begins, so that what it
 * read still holds when it writes; who waits for a lock lets the rest of the process read; a transaction that
 * SQLite has ended by itself (a full disk) is over; a schema changes whole or not at all.
 */
export class RetryingSqliteDialect extends SqliteDialect {
  readonly #config: DialectConfig

  constructor(config: DialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new RetryingSqliteDriver(this.#config)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter()
  }
}

/** Kysely takes SQLite's schema for one that cannot change in a transaction: a kill would leave half a migration. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class RetryingSqliteDriver extends SqliteDriver {
  readonly #sqlite: Database.Database
  #connection: DatabaseConnection | undefined

  constructor(config: DialectConfig) {
    super(config)
    this.#sqlite = config.database
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await super.acquireConnection()
    this.#connection ??= {
      executeQuery: (query) => this.#execute(inner, query),
      streamQuery: (query, size) => inner.streamQuery(query, size),
    }
    return this.#connection
  }

  /**
   * Waits for a lock outside of the one connection's queue: waiting in SQLite would hold up the whole process, and
   * waiting in the queue everybody who only wants to read.
   */
  async #execute<Row>(inner: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const until = performance.now() + busyTimeoutMs
    for (;;) {
      try {
        return await inner.executeQuery<Row>(query)
      } catch (error) {
        if (!isBusy(error) || this.#sqlite.inTransaction || performance.now() >= until) throw error
      }
      await this.releaseConnection()
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
      await super.acquireConnection()
    }
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** A full disk makes SQLite roll back by itself; a second rollback would fail and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection)
  }
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY')
}
