import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type VersionWatch, watchVersions } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { newDatabase } from '#tests/support/databases.ts'

/** The versions that one process reads while another one writes. */
let db: Db
let versions: VersionWatch

beforeEach(async () => {
  const location = await newDatabase('versions')
  db = openDatabase(location)
  await migrate(db)
  versions = watchVersions(location)
})
afterEach(async () => {
  versions.close()
  await db.destroy()
})

test('a change is seen as soon as it is committed, and no earlier', async () => {
  const before = await versions.read()
  await db.transaction().execute(async (tx) => {
    await bumpVersion(tx, 'news')
    expect(await versions.read()).toEqual(before)
  })
  expect(await versions.read()).toEqual({ ...before, news: before.news + 1 })
})

test('whoever asks after a commit sees it, although others have been waiting for an answer', async () => {
  const before = await versions.read()
  for (let n = 1; n <= 50; n += 1) {
    const waiting = [versions.read(), versions.read()]
    await bumpVersion(db, 'game')
    expect((await versions.read()).game).toBe(before.game + n)
    await Promise.all(waiting)
  }
})

test('those who ask at once share one answer', async () => {
  const [one, other] = [versions.read(), versions.read()]
  expect(other).toBe(one)
  expect(await other).toEqual(await one)
})
