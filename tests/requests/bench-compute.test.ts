import { afterAll, expect, test } from 'vitest'
import { measureCompute } from '../../scripts/bench/compute.ts'
import { openWorkspace } from '../../scripts/bench/workspace.ts'

/** What `npm run bench -- compute` measures, small: everything but the time it takes. */

const workspace = openWorkspace()
afterAll(() => workspace.close())

test('a computation makes the rows of plain SQL, no half of it is seen, no save is lost, and a kill changes nothing', async () => {
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
}, 180_000)
