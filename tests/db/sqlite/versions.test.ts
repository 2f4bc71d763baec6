import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { watchVersions } from '#db/sqlite/engine.server.ts'
import { openDatabase } from '#db/sqlite/open.server.ts'
import { bumpVersion } from '#db/versions.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'douze-versions-'))
const file = join(folder, 'douze.db')
let db: Db
let versions: ReturnType<typeof watchVersions>

beforeAll(async () => {
  db = openDatabase(file, { mayCreate: true })
  await migrate(db)
  versions = watchVersions(file)
})

afterAll(async () => {
  versions.close()
  await db.destroy()
  rmSync(folder, { recursive: true })
})

test('a change is seen as soon as it is committed, and no earlier', async () => {
  const before = versions.read()
  await db.transaction().execute(async (tx) => {
    await bumpVersion(tx, 'news')
    expect(versions.read()).toEqual(before)
  })
  expect(versions.read()).toEqual({ ...before, news: before.news + 1 })
})

test('a change that was rolled back is never seen', async () => {
  const before = versions.read()
  const undone = db.transaction().execute(async (tx) => {
    await bumpVersion(tx, 'game')
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  expect(versions.read()).toEqual(before)
})

test('a change by another process is seen, and other topics are unaffected', async () => {
  const before = versions.read()
  const other = openDatabase(file)
  await bumpVersion(other, 'ranking')
  await other.destroy()
  expect(versions.read()).toEqual({ ...before, ranking: before.ranking + 1 })
})
