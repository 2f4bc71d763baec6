import { createHash } from 'node:crypto'
import { type Kysely, Migrator, sql } from 'kysely'
import { expect, test } from 'vitest'
import { engineOf } from '#db/engine.server.ts'
import { findSchemaLevel, migrate } from '#db/migrate.server.ts'
import { listEntries, listFinalOrder } from '#db/seasons/entries.server.ts'
import { isOnPostgres, openNewDatabase } from '#tests/support/databases.ts'
import { migrations } from '../../migrations/index.ts'

test('a migration that fails halfway changes nothing, nor do those before it', async () => {
  const db = await openNewDatabase()
  const good = { up: (tx: Kysely<unknown>) => sql`create table good (a integer)`.execute(tx).then(() => {}) }
  const bad = {
    up: async (tx: Kysely<unknown>) => {
      await sql`create table half (a integer)`.execute(tx)
      await sql`create table half (a integer)`.execute(tx)
    },
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ '1': good, '2': bad }) } })
  const { error } = await migrator.migrateToLatest()
  expect(String(error)).toMatch(/half"? already exists/)
  expect(await engineOf(db).listTables(db)).not.toContain('good')
  expect(await engineOf(db).listTables(db)).not.toContain('half')
  expect(await findSchemaLevel(db)).toEqual({ kind: 'empty' })
  await db.destroy()
})

test('a second run of the migrations runs none', async () => {
  const db = await openNewDatabase()
  expect(await migrate(db)).toContain('0001-house')
  expect(await migrate(db)).toEqual([])
  expect(await findSchemaLevel(db)).toEqual({ kind: 'known', pending: [] })
  await db.destroy()
})

test.skipIf(isOnPostgres)(
  'the schema of a SQLite file is stored as it always was, letter by letter',
  async () => {
    const db = await openNewDatabase()
    await migrate(db)
    const { rows } = await sql<{ sql: string | null }>`select sql from sqlite_schema order by rowid`.execute(
      db,
    )
    const schema = rows.map((row) => row.sql ?? '').join('\n')
    // A new migration changes this; the words of older ones must not (migrations/words.ts).
    expect(Object.keys(migrations).at(-1)).toBe('0019-previous-places')
    expect(createHash('sha256').update(schema).digest('hex')).toBe(
      '6431569f0ac783fe58d97b233f3584ade1a3ba0d14bb7747e37efa8c197fb737',
    )
    await db.destroy()
  },
)

test('entries from before the running orders have none', async () => {
  const db = await openNewDatabase()
  await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0011')))
  const statements = [
    `insert into games (id, year, host_city, host_country, time_zone, lineup_percentages, budget_tenths, team_size,
      league_limit, concluded_at) values (1, 2024, 'Malmö', 'Sweden', 'Europe/Stockholm', '100', 1000, 6, 20, 5)`,
    `insert into entries (game_id, code, country, artist, song, price_tenths, semi_final)
      values (1, 'AT', 'Austria', 'a', 'b', 1, 2)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  expect(await migrate(db)).toContain('0011-running-orders')
  expect(await listEntries(db, 1)).toMatchObject([{ code: 'AT', semiFinal: 2, semiRunningOrder: null }])
  expect(await listFinalOrder(db, 1)).toEqual(new Map())
  await db.destroy()
})

test('publications from before they knew what they replaced have the version before', async () => {
  const db = await openNewDatabase()
  await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0017')))
  const statements = [
    `insert into games (id, year, host_city, host_country, time_zone, lineup_percentages, budget_tenths, team_size,
      league_limit, concluded_at) values (1, 2024, 'Malmö', 'Sweden', 'Europe/Stockholm', '100', 1000, 6, 20, 5),
      (2, 2025, 'Basel', 'Switzerland', 'Europe/Zurich', '100', 1000, 6, 20, 5)`,
    `insert into publications (id, game_id, version, kind, rounds, published_at, last_team_id, last_membership_change_id)
      values (1, 1, 1, 'live', '1', 1, 0, 0), (2, 2, 1, 'live', '1', 1, 0, 0), (3, 1, 2, 'live', '1', 1, 0, 0)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  expect(await migrate(db)).toContain('0017-replaced-publications')
  const rows = await db.selectFrom('publications').select(['id', 'replaced_id']).orderBy('id').execute()
  expect(rows.map(({ id, replaced_id }) => [id, replaced_id])).toEqual([
    [1, null],
    [2, null],
    [3, 1],
  ])
  await db.destroy()
})
