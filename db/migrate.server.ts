import { Migrator } from 'kysely'
import { migrations } from '../migrations/index.ts'
import type { Db } from './schema.server.ts'

/** Brings the schema up to date. Safe to run twice. Returns the names it ran; throws with the first failure's cause. */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}
