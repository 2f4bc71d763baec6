import Database from 'better-sqlite3'
import { SqliteAdapter, sql } from 'kysely'
import type { Engine } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { Topic, Versions } from '#db/versions.server.ts'
import { movedAfterCommit } from './file-in-place.server.ts'
import { lockExclusive } from './file-lock.server.ts'
import { findFault, openDatabase } from './open.server.ts'

const unavailableCodes = ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY']

/** One file, which all processes of one machine open. */
export const sqlite: Engine = {
  opens: () => true,
  owns: (adapter) => adapter instanceof SqliteAdapter,
  open: openDatabase,
  watchVersions,
  runManagerTransaction: (db, _managerId, work) => db.transaction().execute(work),
  runErasingTransaction,
  readClock: async () => Date.now(),

  async listTables(db) {
    const names = sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
    return (await names.execute(db)).rows.map(({ name }) => name)
  },

  async skipIds(db, table, count) {
    await sql`insert into sqlite_sequence (name, seq) select ${table}, 0
      where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(db)
    await sql`update sqlite_sequence set seq = seq + ${count} where name = ${table}`.execute(db)
  },

  async readLastIds(db) {
    const ids = sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`
    return Object.fromEntries((await ids.execute(db)).rows.map(({ name, seq }) => [name, seq]))
  },

  /** A table with `autoincrement` has a row in `sqlite_sequence` since its first row; the others follow their rows. */
  async writeLastIds(db, lastIds) {
    for (const [table, id] of Object.entries(lastIds)) {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
      await sql`insert into sqlite_sequence (name, seq)
        select name, ${id} from sqlite_schema where name = ${table} and sql like '%autoincrement%'`.execute(
        db,
      )
    }
  },

  limitCounts: undefined,

  async lockExclusive(file) {
    const release = lockExclusive(file)
    return release && (async () => release())
  },

  findFault,
  listWarnings: () => [],

  isOutcomeUnknown: (error) => 'code' in error && error.code === movedAfterCommit,

  isUnavailable(error) {
    const code = 'code' in error ? error.code : undefined
    return typeof code === 'string' && unavailableCodes.some((each) => code.startsWith(each))
  },
}

/**
 * Runs a transaction that erases personal data: deleted rows and freed pages are overwritten with zeros, and the
 * write-ahead log, which still contains them, is truncated after the commit. While another connection reads, the log
 * is left to the next occasion, at the latest the next start: nobody waits for it.
 */
export async function runErasingTransaction<Result>(
  db: Db,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`pragma secure_delete = on`.execute(connection)
    try {
      return await connection.transaction().execute(work)
    } finally {
      await sql`pragma secure_delete = fast`.execute(connection)
      // The transaction has committed; a disk that is full just now must not make it look failed.
      await sql`pragma wal_checkpoint(truncate)`.execute(connection).catch(() => undefined)
    }
  })
}

/**
 * Reads the versions synchronously, on a separate connection: SQLite's data version reports only commits by other
 * connections, so this one sees those of every process and worker and our own alike, and never uncommitted changes.
 * `read` takes microseconds while nothing was committed.
 */
export function watchVersions(file: string) {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 })
  const commits = sqlite.prepare<[], number>('pragma data_version').pluck()
  const rows = sqlite.prepare<[], { topic: Topic; n: number }>('select topic, n from versions')
  let seenAt: number | undefined
  let versions: Versions = { news: 0, game: 0, ranking: 0 }

  return {
    read(): Versions {
      const at = commits.get()
      if (at === seenAt) return versions
      versions = { ...versions, ...Object.fromEntries(rows.all().map(({ topic, n }) => [topic, n])) }
      seenAt = at
      return versions
    },
    close: () => void sqlite.close(),
  }
}
