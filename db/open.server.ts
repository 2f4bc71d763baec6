import Database from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, Kysely, SqliteDialect, SqliteDriver } from 'kysely'
import type { Db, Schema } from './schema.server.ts'

/**
 * Opens one SQLite file (or ':memory:') with the pragmas that durability rests on (security.md):
 * FULL is set at every open because better-sqlite3 reopens a WAL file with NORMAL.
 * A file that does not exist is refused unless `mayCreate`: production never makes an empty game silently.
 */
export function openDatabase(file: string, { mayCreate = false } = {}): Db {
  const sqlite = new Database(file, { fileMustExist: !mayCreate && file !== ':memory:' })
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('busy_timeout = 2000')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('trusted_schema = OFF')
  sqlite.pragma('journal_size_limit = 67108864')
  return new Kysely<Schema>({ dialect: new ImmediateSqliteDialect({ database: sqlite }) })
}

/** Takes the write lock when a transaction begins, so that what it read still holds when it writes. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDriver>[0]

  constructor(config: ConstructorParameters<typeof SqliteDriver>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config)
  }
}
