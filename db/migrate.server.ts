import { type Migration, Migrator, sql } from 'kysely'
import { migrations } from '../migrations/index.ts'
import { engineOf } from './engine.server.ts'
import type { Db } from './schema.server.ts'

/**
 * The state of a database's schema: empty; foreign; from a newer version of Douze; or known, with its pending migrations.
 */
export type SchemaLevel =
  | { kind: 'empty' }
  | { kind: 'foreign' }
  | { kind: 'newer'; unknown: readonly string[] }
  | { kind: 'known'; pending: readonly string[] }

/**
 * Migrates the schema to the latest version, all or nothing. Safe to run twice, and by two processes at once. Returns
 * the names of the migrations it ran; throws the cause of the first failure.
 */
export async function migrate(
  db: Db,
  known: Readonly<Record<string, Migration>> = migrations,
): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...known }) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}

/** Reads which migrations have run, without changing anything. */
export async function findSchemaLevel(db: Db): Promise<SchemaLevel> {
  const tables = await engineOf(db).listTables(db)
  const applied = tables.includes('kysely_migration') ? await listApplied(db) : []
  if (applied.length === 0) {
    return tables.every((name) => name.startsWith('kysely_')) ? { kind: 'empty' } : { kind: 'foreign' }
  }
  const known = Object.keys(migrations)
  const unknown = applied.filter((name) => !known.includes(name))
  // Without our first migration the table belongs to another program that uses Kysely.
  if (!applied.some((name) => name === known[0])) return { kind: 'foreign' }
  if (unknown.length > 0) return { kind: 'newer', unknown }
  return { kind: 'known', pending: known.filter((name) => !applied.includes(name)) }
}

async function listApplied(db: Db): Promise<string[]> {
  const names = sql<{ name: string }>`select name from kysely_migration order by name`
  return (await names.execute(db)).rows.map(({ name }) => name)
}
