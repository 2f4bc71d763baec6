import type Database from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

/** So many texts of so many characters are kept: what they are compiled to is some times as large. */
const most = { statements: 200, characters: 4000 }

/**
 * A connection that compiles each SQL text once and keeps it, the last used the longest: a page asks the same dozen
 * questions every time. SQLite compiles again by itself when the schema has changed. Pragmas are not kept: many act while
 * they are compiled; nor are long texts, of which each insert of many rows has another. Nothing here is asked row by row,
 * so no statement is busy when it is asked again.
 */
export function keepStatements(sqlite: Database.Database): SqliteDatabase {
  const kept = new Map<string, Database.Statement>()
  return {
    close() {
      kept.clear()
      sqlite.close()
    },
    prepare(sql) {
      if (sql.length > most.characters || /^\s*pragma\b/i.test(sql)) return sqlite.prepare(sql)
      const statement = kept.get(sql) ?? sqlite.prepare(sql)
      kept.delete(sql)
      kept.set(sql, statement)
      const [oldest] = kept.keys()
      if (kept.size > most.statements && oldest !== undefined) kept.delete(oldest)
      return statement
    },
  }
}
