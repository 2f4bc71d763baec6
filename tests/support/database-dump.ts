import { sql } from 'kysely'
import { engineOf, openDatabase } from '#db/engine.server.ts'

/** Reads a whole database from outside, while other connections may have it open. */
export function openDump(location: string) {
  const db = openDatabase(location)

  async function listTables(): Promise<string[]> {
    const tables = (await engineOf(db).listTables(db)).filter((name) => !name.startsWith('sqlite_'))
    if (tables.length < 10) throw new Error(`${location} has ${tables.length} tables`)
    return tables.sort()
  }

  return {
    /** Every row of every table as text, by table. */
    async read(): Promise<Record<string, string>> {
      const texts: Record<string, string> = {}
      for (const name of await listTables()) texts[name] = await readTable(db, name)
      return texts
    },
    close: () => db.destroy(),
  }
}

/**
 * The rows of a table as text, in an order that no update changes. Without when sessions were used last: the server stores that
 * within a second after a request.
 */
export async function readTable(db: ReturnType<typeof openDatabase>, name: string): Promise<string> {
  const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
  return JSON.stringify(rows.map((row) => JSON.stringify(row, omitLastUse)).sort())
}

const omitLastUse = (key: string, value: unknown) => (key === 'last_seen_at' ? undefined : value)
