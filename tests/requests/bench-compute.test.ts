import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#db/open.server.ts'
import { fightRaw } from '../../scripts/bench/compute/duel.ts'
import { findSeason } from '../../scripts/bench/compute/run.ts'
import { measureCompute } from '../../scripts/bench/compute.ts'
import { seedBigStore } from '../../scripts/bench/seed.ts'
import { openWorkspace } from '../../scripts/bench/workspace.ts'

/** What `npm run bench -- compute` measures, small: everything but the time it takes. */

const workspace = openWorkspace()
afterAll(() => workspace.close())

test('a computation makes the rows of plain SQL, again and again', async () => {
  const [file, rawFile] = [join(workspace.folder, 'fight.db'), join(workspace.folder, 'fight-raw.db')]
  const db = openDatabase(file, { mayCreate: true })
  await seedBigStore(db, 1000)
  const { gameId } = await findSeason(db)
  await db.destroy()
  copyFileSync(file, rawFile)
  const { differences, product, raw } = await fightRaw(file, rawFile, { gameId, rounds: 3 })
  expect([product.length, raw.length]).toEqual([3, 3])
  expect(differences).toEqual([])
})

test.runIf(process.env.EVERYTHING)(
  'no half of a computation is seen, no save is lost beside it, and a kill changes nothing',
  async () => {
    const load = { dashboard: 4, home: 2, api: 2, form: 10 }
    const found = await measureCompute(
      { workspace, seconds: 1, say: () => {} },
      { teams: 10_000, duels: 1, load, warmUpSeconds: 1 },
    )
    expect(found.rounds.differences).toEqual([])
    expect(found.measured.broken).toEqual([])
    expect(found.measured.looks).toBeGreaterThan(14)
    expect(found.measured.watched.shown).toBeGreaterThan(1)
    expect(found.measured.busy.filter(({ status }) => status !== 200 && status !== 303)).toEqual([])
    expect(found.measured.busy.filter(({ kind }) => kind === 'form').length).toBeGreaterThan(0)
    expect(found.killed).toEqual([])
  },
  600_000,
)
