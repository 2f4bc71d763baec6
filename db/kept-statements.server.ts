import type Database from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

const mostKept = 500

/**
 * A connection that compiles each SQL text once and keeps it: a page asks the same dozen questions every time. SQLite
 * compiles again by itself when the schema has changed. Pragmas are not kept: many act while they are compiled. Nothing here is asked row by row, so no statement is busy when
 * it is asked again.
 */
export function keepStatements(sqlite: Database.Database): SqliteDatabase {
  const kept = new Map<string, Database.Statement>()
  return {
    close() {
      kept.clear()
      sqlite.close()
    },
    prepare(sql) {
      if (/^\s*pragma\b/i.test(sql)) return sqlite.prepare(sql)
      const known = kept.get(sql)
      if (known) return known
      const made = sqlite.prepare(sql)
      if (kept.size >= mostKept) kept.clear()
      kept.set(sql, made)
      return made
    },
  }
}
