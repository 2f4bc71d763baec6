import { sql } from 'kysely'
import { engineOf } from '../../db/engine.server.ts'
import { postgres } from '../../db/postgres/engine.server.ts'
import type { Db, Schema } from '../../db/schema.server.ts'

/** After rows with ids of their own: the next id of a table is behind them, as it is in SQLite by itself. */
export async function followIds(db: Db, tables: readonly (keyof Schema)[]): Promise<void> {
  if (engineOf(db) !== postgres) return
  for (const table of tables)
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      db,
    )
}
