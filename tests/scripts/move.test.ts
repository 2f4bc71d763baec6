import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createSession } from '#app/auth/session/session.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { copiedTables } from '#db/copy.server.ts'
import { engineOf, openDatabase, watchVersions } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { lockShared } from '#db/sqlite/file-lock.server.ts'
import { openDump } from '#tests/support/database-dump.ts'
import { isOnPostgres, newDatabase, toDatabaseSetting } from '#tests/support/databases.ts'
import { createPublicDatabase } from '../../scripts/bench/public-database.ts'
import { runMove } from '../../scripts/move/command.ts'

let folder: string
/** A game in a SQLite file, with something in every table that a demo fills. */
let game: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'douze-move-'))
  game = await createPublicDatabase(folder)
  const db = openDatabase(game)
  await addMore(db)
  await db.destroy()
})

afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.restoreAllMocks())

/** What the demo's game does not have. */
async function addMore(db: Db): Promise<void> {
  const now = Date.parse('2025-05-10T12:00:00Z')
  const { id } = await db.selectFrom('managers').select('id').orderBy('id').executeTakeFirstOrThrow()
  await createSession(db, { managerId: id, now })
  await publish(db)
  const bytes = Buffer.from([0, 255, 39, 92, 10])
  const image = { content_type: 'image/webp', width: 1, height: 1, uploaded_by: id, created_at: now } as const
  await db
    .insertInto('images')
    .values({ name: 'a'.repeat(32), bytes, ...image })
    .execute()
  // Whose number is not given to anybody else.
  const gone = await ensureManager(db, { issuer: 'test', subject: 'gone', now })
  await db.deleteFrom('managers').where('id', '=', gone).execute()
}

async function publish(db: Db): Promise<void> {
  const game = await db.selectFrom('games').select('id').executeTakeFirstOrThrow()
  const values = {
    game_id: game.id,
    version: 1,
    kind: 'official',
    rounds: '1',
    published_at: 1,
    published_by: null,
    note: 'Ärger über „12 Punkte“ 🇦🇹',
    last_team_id: 1,
    last_membership_change_id: 0,
  } as const
  const { id } = await db.insertInto('publications').values(values).returning('id').executeTakeFirstOrThrow()
  const live = { ...values, version: 2, kind: 'live', replaced_id: id } as const
  const { id: liveId } = await db
    .insertInto('publications')
    .values(live)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('games').set({ publication_id: id, live_publication_id: liveId }).execute()
}

/** Runs npm run move in this process. */
async function move(from: string, ...words: string[]) {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {})
  const err = vi.spyOn(console, 'error').mockImplementation(() => {})
  const code = await runMove(words, toDatabaseSetting(from))
  const result = { code, out: out.mock.calls.join('\n'), err: err.mock.calls.join('\n') }
  vi.restoreAllMocks()
  return result
}

/** Every row of every table; the migrations of two databases ran at different times. */
async function readRows(location: string): Promise<Record<string, string>> {
  const dump = openDump(location)
  const { kysely_migration: _, ...rows } = await dump.read()
  await dump.close()
  return rows
}

function copyOfGame(name: string): string {
  const file = join(folder, `${name}.db`)
  copyFileSync(game, file)
  return file
}

test('every table of the game is copied', async () => {
  const db = openDatabase(game)
  const tables = (await engineOf(db).listTables(db)).filter((name) => !/^(kysely|sqlite)_/.test(name))
  await db.destroy()
  expect(copiedTables.map(({ name }) => name).toSorted()).toEqual(tables.toSorted())
})

test('a game moves with every row, and back again', async () => {
  const rows = await readRows(game)
  expect(Object.values(rows).filter((text) => text !== '[]').length).toBeGreaterThan(12)
  const target = await newDatabase('move')

  const moved = await move(game, '--to', target)

  expect(moved).toMatchObject({ code: 0, err: '' })
  expect(moved.out).toMatch(/^teams: \d+$/m)
  expect(moved.out).toContain('every row compared')
  expect(await readRows(target)).toEqual(rows)

  const back = join(folder, 'back.db')
  expect(await move(target, '--to', back)).toMatchObject({ code: 0, err: '' })
  expect(await readRows(back)).toEqual(rows)
})

test('a number that was deleted is not given again after a move', async () => {
  const target = await newDatabase('move')
  await move(game, '--to', target)
  const [before, after] = [openDatabase(game), openDatabase(target)]
  const { managers = 0 } = await engineOf(before).readLastIds(before)
  const added = await ensureManager(after, { issuer: 'test', subject: 'new', now: 0 })
  await Promise.all([before.destroy(), after.destroy()])
  expect(added).toBe(managers + 1)
})

test('a move that was interrupted leaves no game, and is begun anew', async () => {
  const target = await newDatabase('move')
  const db = openDatabase(target, { mayCreate: true })
  await migrate(db)
  await db.destroy()
  expect(await move(game, '--to', target)).toMatchObject({ code: 0 })
})

describe('nothing is moved', () => {
  test('into a database with a game, which stays as it was', async () => {
    const target = await newDatabase('move')
    await move(game, '--to', target)
    const before = await readRows(target)
    const again = await move(game, '--to', target)
    expect(again.code).toBe(1)
    expect(again.err).toMatch(/Nothing was moved\. .* is not empty: it has rows in 'managers'/)
    expect(await readRows(target)).toEqual(before)
  })

  test('while the game is served', async () => {
    const served = copyOfGame('served')
    const release = lockShared(served)
    const target = await newDatabase('move')
    const moved = await move(served, '--to', target)
    release?.()
    expect(moved.code).toBe(1)
    expect(moved.err).toContain('is being served. Stop the game first')
    expect(await move(served, '--to', target)).toMatchObject({ code: 0 })
  })

  test('into a database that is served', async () => {
    const target = await newDatabase('move')
    const stop = await serve(target)
    const moved = await move(game, '--to', target)
    await stop()
    expect(moved.code).toBe(1)
    expect(moved.err).toContain('is being served')
  })

  test('from an older version', async () => {
    const older = copyOfGame('older')
    const db = openDatabase(older)
    await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(db)
    await db.destroy()
    const target = join(folder, 'from-older.db')
    const moved = await move(older, '--to', target)
    expect(moved).toMatchObject({ code: 1 })
    expect(moved.err).toContain('is of an older version. Run: npm run migrate')
    expect(existsSync(target)).toBe(false)
  })

  test('into an older version', async () => {
    const older = copyOfGame('older-target')
    const db = openDatabase(older)
    await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(db)
    await db.destroy()
    expect((await move(game, '--to', older)).err).toContain('is not empty')
  })

  test('into itself, from nowhere, or without a target', async () => {
    expect((await move(game, '--to', game)).err).toContain('the same database')
    expect((await move(join(folder, 'none.db'), '--to', join(folder, 'x.db'))).code).toBe(1)
    expect((await move('', '--to', join(folder, 'x.db'))).err).toContain('Neither DATABASE_FILE')
    expect(await move(game)).toMatchObject({ code: 2 })
    expect(await move(game, '--to')).toMatchObject({ code: 2 })
    expect(await move(game, '--to', 'one', 'two')).toMatchObject({ code: 2 })
    expect(existsSync(join(folder, 'x.db'))).toBe(false)
  })

  test.runIf(isOnPostgres)('of a text that PostgreSQL cannot store', async () => {
    const nul = copyOfGame('nul')
    const db = openDatabase(nul)
    await db.updateTable('articles').set({ title: 'A\0B' }).where('id', '=', 1).execute()
    await db.destroy()
    const target = await newDatabase('move')
    const moved = await move(nul, '--to', target)
    expect(moved.code).toBe(1)
    expect(moved.err).toMatch(/Nothing was moved\..*0x00/)
    expect((await readRows(target)).managers).toBe('[]')
  })
})

/** Marks a database as served, as a server does. Returns what ends that. */
async function serve(location: string): Promise<() => Promise<void>> {
  if (!isOnPostgres) {
    const release = lockShared(location)
    return async () => release?.()
  }
  const db = openDatabase(location, { mayCreate: true })
  await migrate(db)
  await db.destroy()
  const watch = watchVersions(location)
  await watch.read()
  return async () => watch.close()
}
