import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { computerIdle, wakeComputer } from '#app/services/compute-runner.server.ts'
import { findLatestComputation } from '#db/computations.server.ts'
import { findStanding, listRanking } from '#db/rankings.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  addManyTeams,
  askFor,
  gameOf,
  makeFile,
  openSeason,
  savePoints,
  saveRealPoints,
} from './compute-world.ts'

// A thread takes a second to start, and longer on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 30_000 })

let files: ReturnType<typeof makeFile>
let db: Db
beforeEach(async () => {
  files = makeFile()
  db = await openSeason(files.file)
})
afterEach(async () => {
  await computerIdle()
  await db.destroy()
  files.remove()
})

/** How many threads of this process are less urgent than it is: Linux tells it of each. */
function niceThreads(): number {
  const niceness = readdirSync('/proc/self/task').map((thread) => {
    const told = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    // The 19th field; the name before it may hold spaces.
    return Number(told.slice(told.lastIndexOf(')')).split(' ')[17])
  })
  return niceness.filter((nice) => nice > Math.min(...niceness)).length
}

const latest = async () => findLatestComputation(db, (await gameOf(db)).id)

test('the thread computes what is queued and rests', async () => {
  await addManyTeams(db, 100)
  await saveRealPoints(db, 1)
  await askFor(db, 1)
  wakeComputer({ file: files.file, isDemo: false })
  await computerIdle()
  expect(await latest()).toMatchObject({ state: 'done' })
  expect(await listRanking(db, { game: await gameOf(db), offset: 0, limit: 1 })).toMatchObject([{ rank: 1 }])
})

test('the thread takes what others leave of the processor, and nobody else steps back', async () => {
  await addManyTeams(db, 100)
  await saveRealPoints(db, 1)
  await askFor(db, 1)
  expect(niceThreads()).toBe(0)
  wakeComputer({ file: files.file, isDemo: false })
  await expect.poll(niceThreads).toBeGreaterThan(0)
  await computerIdle()
  expect(niceThreads()).toBe(0)
})

test('who wakes it while it runs is served by the next', async () => {
  await addManyTeams(db, 10)
  await savePoints(db, 1, { se: 1 })
  await askFor(db, 1)
  wakeComputer({ file: files.file, isDemo: false })
  await savePoints(db, 2, { se: 1 })
  await askFor(db, 2)
  wakeComputer({ file: files.file, isDemo: true })
  await computerIdle()
  expect(await db.selectFrom('computations').select('id').where('state', '!=', 'done').execute()).toEqual([])
  const rounds = await db.selectFrom('rounds').select('computed_at as at').orderBy('round_number').execute()
  expect(rounds.map((round) => round.at !== null)).toEqual([true, true, false])
})

test('a thread that crashes leaves a reason, and does not start for ever', async () => {
  await saveRealPoints(db, 1)
  await askFor(db, 1)
  await sql`create trigger broken before update on computations when new.state = 'running'
    begin select raise(abort, 'broken on purpose'); end`.execute(db)
  wakeComputer({ file: files.file, isDemo: false })
  await computerIdle()
  expect(await latest()).toMatchObject({
    state: 'failed',
    problem: 'The computing thread failed: broken on purpose',
  })
  await sql`drop trigger broken`.execute(db)
  await askFor(db, 1)
  wakeComputer({ file: files.file, isDemo: false })
  await computerIdle()
  expect(await latest()).toMatchObject({ state: 'done' })
})

test('without a database nothing happens but a line in the log', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  wakeComputer({ file: `${files.file}.missing`, isDemo: false })
  await computerIdle()
  expect(log).toHaveBeenCalled()
  log.mockRestore()
})

test('readers see all old or all new, never half, while 50,000 teams are published', async () => {
  await addManyTeams(db, 50_000)
  await savePoints(db, 1, { se: 50 })
  await askFor(db, 1)
  wakeComputer({ file: files.file, isDemo: false })
  await computerIdle()
  const old = await readAll()
  expect(old).toMatchObject({ rows: 100, ranked: 50_000 })

  await savePoints(db, 1, { se: 50, ee: 7 })
  await askFor(db, 1)
  wakeComputer({ file: files.file, isDemo: false })
  const idle = computerIdle().then(() => true)
  const seen = new Map<number, number>()
  while (!(await Promise.race([idle, tick()]))) {
    const read = await readAll()
    expect(read).toMatchObject({ rows: 100, ranked: 50_000, isWhole: true })
    seen.set(read.generation, (seen.get(read.generation) ?? 0) + 1)
  }
  const fresh = await readAll()
  expect(fresh).toMatchObject({ rows: 100, ranked: 50_000, isWhole: true })
  expect(fresh.generation).toBeGreaterThan(old.generation)
  expect(fresh.total).not.toBe(old.total)
  // The old results were read during the run, and nothing but the old and the new was.
  expect(seen.get(old.generation)).toBeGreaterThan(10)
  expect([...seen.keys()].filter((n) => n !== old.generation && n !== fresh.generation)).toEqual([])
})

const tick = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)))

/** The first page and the team in the middle: they must belong together. */
async function readAll() {
  const game = await gameOf(db)
  const generation = game.publishedGeneration ?? 0
  const rows = await listRanking(db, { game, offset: 0, limit: 100 })
  const [middle] = await listRanking(db, { game, offset: 25_000, limit: 1 })
  const standing = await findStanding(db, generation, middle?.teamId ?? 0)
  const isWhole = standing?.position === 25_001 && standing.totalHundredths === middle?.totalHundredths
  const total = rows.reduce((sum, row) => sum + (row.totalHundredths ?? 0), 0)
  return { generation, rows: rows.length, ranked: standing?.rankedTeams, isWhole, total }
}

test('100,000 teams are ranked in three rounds, none left out', async () => {
  await addManyTeams(db, 100_000)
  for (const round of [1, 2, 3] as const) {
    await saveRealPoints(db, round)
    await askFor(db, round)
  }
  wakeComputer({ file: files.file, isDemo: false })
  await computerIdle()
  expect(await latest()).toMatchObject({ state: 'done' })
  const { publishedGeneration } = await gameOf(db)
  const rows = await db
    .selectFrom('round_results')
    .select(({ fn }) => ['round_number', fn.countAll<number>().as('teams')])
    .where('generation', '=', publishedGeneration ?? 0)
    .groupBy('round_number')
    .orderBy('round_number')
    .execute()
  expect(rows.map(({ teams }) => teams)).toEqual([100_000, 100_000, 100_000])
})
