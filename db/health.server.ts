import type { Db } from './schema.server.ts'

/** Resolves when the database is readable; throws its error otherwise. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.selectFrom('versions').select('n').limit(1).execute()
}
