import { sql } from 'kysely'
import type { Db } from '#db/schema.server.ts'

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
