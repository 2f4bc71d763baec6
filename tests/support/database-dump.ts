import Database from 'better-sqlite3'

/** Reads a whole database file from outside, while other connections may have it open. */
export function openDump(file: string) {
  const store = new Database(file, { readonly: true })
  const tables = store
    .prepare<[], { name: string }>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
    )
    .all()
  if (tables.length < 10) throw new Error(`${file} has ${tables.length} tables`)
  return {
    /** Every row of every table as text, by table. */
    read: (): Record<string, string> =>
      Object.fromEntries(
        tables.map(({ name }) => [name, JSON.stringify(store.prepare(`select * from ${name}`).all())]),
      ),
    close: () => store.close(),
  }
}
