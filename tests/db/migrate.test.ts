import { type Kysely, Migrator, sql } from 'kysely'
import { expect, test } from 'vitest'
import { findSchemaLevel, migrate } from '#db/migrate.server.ts'
import { openDatabase } from '#db/sqlite/open.server.ts'

test('a migration that fails halfway changes nothing, nor do those before it', async () => {
  const db = openDatabase(':memory:', { mayCreate: true })
  const good = { up: (tx: Kysely<unknown>) => sql`create table good (a)`.execute(tx).then(() => {}) }
  const bad = {
    up: async (tx: Kysely<unknown>) => {
      await sql`create table half (a)`.execute(tx)
      await sql`create table half (a)`.execute(tx)
    },
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ '1': good, '2': bad }) } })
  const { error } = await migrator.migrateToLatest()
  expect(String(error)).toContain('half already exists')
  const { rows } = await sql`select name from sqlite_schema where name in ('good', 'half')`.execute(db)
  expect(rows).toEqual([])
  expect(await findSchemaLevel(db)).toEqual({ kind: 'empty' })
  await db.destroy()
})

test('a second run of the migrations runs none', async () => {
  const db = openDatabase(':memory:', { mayCreate: true })
  expect(await migrate(db)).toContain('0001-house')
  expect(await migrate(db)).toEqual([])
  expect(await findSchemaLevel(db)).toEqual({ kind: 'known', pending: [] })
  await db.destroy()
})
