import { sql } from 'kysely'
import type { Db } from './schema.server.ts'

/** Answers when the database can be read; throws its error when not. */
export async function readAnything(db: Db): Promise<void> {
  await db.selectFrom('versions').select('n').limit(1).execute()
}

/** The first thing SQLite finds wrong with the file, or undefined. Reads the whole file: once, at start. */
export async function findDamage(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db)
  const answer = rows[0]?.quick_check
  return answer === 'ok' ? undefined : answer
}
