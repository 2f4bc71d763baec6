import Database from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
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
  return toDb(sqlite)
}

/** Opens a file to look at it. What is found stays as it is, whatever it is: not even its journal mode changes. */
export function openToRead(file: string): Db {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true, timeout: 2000 })
  sqlite.pragma('trusted_schema = OFF')
  return toDb(sqlite)
}

function toDb(sqlite: Database.Database): Db {
  return new Kysely<Schema>({ dialect: new HouseDialect({ database: sqlite }) })
}

/** Takes the write lock when a transaction begins, so that what it read still holds when it writes. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** SQLite takes back changes of the schema like any other; told so, Kysely runs migrations all or none. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class HouseDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDriver>[0]

  constructor(config: ConstructorParameters<typeof SqliteDriver>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter()
  }
}
