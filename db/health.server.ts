import { engineOf } from './engine.server.ts'
import type { Db } from './schema.server.ts'

/** Resolves when the database is readable; throws its error otherwise. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.selectFrom('versions').select('n').limit(1).execute()
}

/** What is amiss with the database while the game can still be read and saved, in words. */
export function listDatabaseWarnings(db: Db): readonly string[] {
  return engineOf(db).listWarnings(db)
}

/** Why nothing can be saved although the database is readable, in words; undefined when it can. */
export function findDatabaseFault(db: Db): string | undefined {
  return engineOf(db).findFault(db)
}
