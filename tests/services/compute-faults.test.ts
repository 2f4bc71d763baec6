import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recoverComputations } from '#app/services/compute.server.ts'
import { leaseMs } from '#db/computations.server.ts'
import { listRanking } from '#db/rankings.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  addManyTeams,
  askFor,
  compute,
  gameOf,
  makeFile,
  openSeason,
  savePoints,
  saveRealPoints,
} from './compute-world.ts'

let files: ReturnType<typeof makeFile>
let db: Db
beforeEach(async () => {
  files = makeFile()
  db = await openSeason(files.file)
})
afterEach(async () => {
  await db.destroy()
  files.remove()
})

const table = async () => listRanking(db, { game: await gameOf(db), offset: 0, limit: 100 })

async function isSound() {
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const keys = await sql`pragma foreign_key_check`.execute(db)
  return check.rows[0]?.integrity_check === 'ok' && keys.rows.length === 0
}

/** Begins a computation in another process and kills it after some batches. */
async function computeAndKill(id: number, batches: number) {
  const script = 'tests/services/stuck-computer.ts'
  const child = spawn(process.execPath, ['--import', 'tsx', script, files.file, `${id}`, `${batches}`])
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended])
  if (child.exitCode !== null) throw new Error(`It ended by itself: ${complaints}`)
  child.kill('SIGKILL')
  await ended
}

// 2: it has written nothing yet; 6: its generation is half written; 8: all is written but not in force.
test.each([2, 6, 8])(
  'a computation killed after %i batches changes nothing and can be started again',
  async (batches) => {
    await addManyTeams(db, 200)
    await saveRealPoints(db, 1)
    await compute(db, 1)
    const before = await table()
    await savePoints(db, 1, { se: 9, lv: 7 })
    await computeAndKill(await askFor(db, 1), batches)
    expect(await table()).toEqual(before)
    expect(await isSound()).toBe(true)

    // It may still be alive for all anybody knows; when its lease is over it is not.
    expect(await recoverComputations(db)).toEqual({ hasWork: true })
    await db
      .updateTable('computations')
      .set({ heartbeat_at: Date.now() - leaseMs - 1 })
      .where('state', '=', 'running')
      .execute()
    expect(await recoverComputations(db)).toEqual({ hasWork: false })
    const last = await db
      .selectFrom('computations')
      .select(['state', 'problem'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(last).toEqual({ state: 'failed', problem: 'The server stopped while computing.' })

    await compute(db, 1)
    expect(await table()).not.toEqual(before)
    await compute(db, 1)
    const generations = await db.selectFrom('standings').select('generation').distinct().execute()
    expect(generations.length).toBeLessThanOrEqual(3)
  },
  60_000,
)
