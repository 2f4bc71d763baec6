import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import { comparePlainSql } from '../../../scripts/bench/publish/compare-plain-sql.ts'
import { measurePublish } from '../../../scripts/bench/publish.ts'
import { seedLargeDatabase } from '../../../scripts/bench/seed-large-database.ts'
import { openWorkspace } from '../../../scripts/bench/workspace.ts'

/** `npm run bench -- publish` at a small size: checks everything but the durations. */

const workspace = openWorkspace()
afterAll(() => workspace.close())

test('published results are those that plain SQL stores', async () => {
  const file = join(workspace.folder, 'published.db')
  const db = openDatabase(file, { mayCreate: true })
  await seedLargeDatabase(db, 1000)
  await db.destroy()
  expect(await comparePlainSql(workspace, file)).toMatchObject({ differences: 0 })

  const changed = join(workspace.folder, 'changed.db')
  copyFileSync(file, changed)
  const other = openDatabase(changed)
  await other.updateTable('publication_points').set({ points: 0 }).where('publication_id', '=', 3).execute()
  await other.destroy()
  expect((await comparePlainSql(workspace, changed)).differences).toBeGreaterThan(900)
})

test.runIf(process.env.EVERYTHING)(
  'no half of a publication is seen, and no save is lost beside it',
  async () => {
    const load = { dashboard: 4, home: 2, api: 2, form: 10 }
    const wanted = { fewest: 1000, most: 10_000, publications: 2, load, warmUpSeconds: 1 }
    const found = await measurePublish({ workspace, seconds: 2, logProgress: () => {} }, wanted)
    expect(found.broken).toEqual([])
    expect(found.plainSql.differences).toBe(0)
    expect(found.duringVisits.pagesRead).toBeGreaterThan(14)
    expect(found.duringVisits.busy.filter(({ status }) => status !== 200 && status !== 303)).toEqual([])
    expect(found.resident.most).toBeGreaterThan(0)
  },
  600_000,
)
