import { SqliteAdapter, sql } from 'kysely'
import type { Engine } from '#db/engine.server.ts'
import { runErasingTransaction } from './erasure.server.ts'
import { movedAfterCommit } from './file-in-place.server.ts'
import { lockExclusive } from './file-lock.server.ts'
import { findFault, openDatabase } from './open.server.ts'
import { watchVersions } from './versions.server.ts'

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
