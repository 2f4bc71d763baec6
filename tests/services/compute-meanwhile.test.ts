import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#app/services/accounts.server.ts'
import { runComputation, runQueue } from '#app/services/compute.server.ts'
import { takeBackRounds } from '#app/services/scoring.server.ts'
import { findLatestComputation, leaseMs } from '#db/computations.server.ts'
import { bumpMembersVersion } from '#db/league-standings.server.ts'
import { insertMembership } from '#db/memberships.server.ts'
import { openDatabase } from '#db/open.server.ts'
import { listLeagueRanking, listRanking } from '#db/rankings.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  addLeague,
  addManyTeams,
  addTeam,
  askFor,
  clock,
  compute,
  gameOf,
  generationOf,
  makeFile,
  noPause,
  openSeason,
  savePoints,
  saveRealPoints,
} from './compute-world.ts'

/** What happens while a run is under way: two connections to one file, and the run held between two batches. */

const six = ['at', 'il', 'ee', 'se', 'it', 'gr']

let files: ReturnType<typeof makeFile>
let db: Db
let computer: Db
beforeEach(async () => {
  files = makeFile()
  db = await openSeason(files.file)
  computer = openDatabase(files.file)
})
afterEach(async () => {
  await db.destroy()
  await computer.destroy()
  files.remove()
})

/** Runs a computation and does something in its midst: by default after 6 batches, when its facts are read. */
async function runAnd(id: number, meanwhile: () => Promise<unknown>) {
  return runWith(id, { 6: meanwhile })
}

/** Runs a computation and does something after the batches with these numbers. */
async function runWith(id: number, meanwhile: Record<number, () => Promise<unknown>>) {
  let n = 0
  const pause = async () => {
    n += 1
    await meanwhile[n]?.()
  }
  const result = await runComputation(computer, { id, clock, pause })
  expect(n).toBeGreaterThanOrEqual(Math.max(...Object.keys(meanwhile).map(Number)))
  return result
}

const states = async () =>
  (await db.selectFrom('computations').select('state').orderBy('id').execute()).map((row) => row.state)

test('a request during a run queues one more run, which sees what was saved meanwhile', async () => {
  const teamId = await addTeam(db, 'Anna', six)
  await savePoints(db, 1, { at: 1 })
  const id = await askFor(db, 1)
  let next = 0
  await runAnd(id, async () => {
    await savePoints(db, 1, { at: 2 })
    next = await askFor(db, 1)
    expect(await askFor(db, 1)).toBe(next)
    expect(await states()).toEqual(['running', 'queued'])
    // Neither another run of the season nor a second claim of this one can begin.
    for (const each of [id, next]) {
      expect(await runComputation(db, { id: each, clock, pause: noPause })).toMatchObject({
        problem: 'NOT_CLAIMED',
      })
    }
  })
  const rows = async () => listRanking(db, { game: await gameOf(db), offset: 0, limit: 10 })
  expect(await rows()).toMatchObject([{ teamId, totalHundredths: 100 }])
  await runQueue(computer, { clock, pause: noPause })
  expect(await rows()).toMatchObject([{ teamId, totalHundredths: 200 }])
  expect(await states()).toEqual(['done', 'done'])
})

test('the queue waits for a run of another process and takes over when it is dead', async () => {
  await saveRealPoints(db, 1)
  const dead = await askFor(db, 1)
  await db
    .updateTable('computations')
    .set({ state: 'running', heartbeat_at: Date.now() })
    .where('id', '=', dead)
    .execute()
  await askFor(db, 1)
  let waits = 0
  const wait = async () => {
    waits += 1
    await db
      .updateTable('computations')
      .set({ heartbeat_at: Date.now() - leaseMs - 1 })
      .where('id', '=', dead)
      .execute()
  }
  await runQueue(computer, { clock, pause: noPause, wait })
  expect(waits).toBe(1)
  expect(await states()).toEqual(['failed', 'done'])
})

test('a run that was taken for dead stops without publishing', async () => {
  await addManyTeams(db, 10)
  await saveRealPoints(db, 1)
  const id = await askFor(db, 1)
  const result = await runAnd(id, async () => {
    await db
      .updateTable('computations')
      .set({ heartbeat_at: Date.now() - leaseMs - 1 })
      .where('id', '=', id)
      .execute()
    await askFor(db, 1)
    expect(await states()).toEqual(['failed', 'queued'])
  })
  expect(result).toEqual({ ok: false, problem: 'FAILED' })
  expect(await gameOf(db)).toMatchObject({ publishedGeneration: null })
  const [first] = await db.selectFrom('computations').select('problem').orderBy('id').execute()
  expect(first?.problem).toBe('The server stopped while computing.')
})

test('a run whose rounds were taken back meanwhile publishes nothing', async () => {
  await addTeam(db, 'Anna', six)
  await saveRealPoints(db, 1)
  await saveRealPoints(db, 3)
  await compute(db, 1)
  const before = await gameOf(db)
  const result = await runAnd(await askFor(db, 3), async () => {
    await takeBackRounds(db, { gameId: before.id, now: Date.parse('2025-05-14T12:00:00Z') })
  })
  expect(result).toEqual({ ok: false, problem: 'FAILED' })
  expect((await gameOf(db)).publishedGeneration).toBe(before.publishedGeneration)
  expect(await findLatestComputation(db, before.id)).toMatchObject({
    problem: 'The clock was moved back while computing.',
  })
})

test('who creates a team meanwhile stands after the ranked', async () => {
  await addTeam(db, 'Anna', six)
  await saveRealPoints(db, 1)
  await runAnd(await askFor(db, 1), () => addTeam(db, 'Dora', six))
  const rows = await listRanking(db, { game: await gameOf(db), offset: 0, limit: 10 })
  expect(rows.map((row) => [row.teamName, row.rank])).toEqual([
    ['Anna', 1],
    ['Dora', null],
  ])
})

describe('leagues that change meanwhile are caught up with', () => {
  async function join(leagueId: number, teamId: number) {
    await insertMembership(db, { leagueId, teamId, now: 2 })
    await bumpMembersVersion(db, leagueId)
  }

  async function leave(leagueId: number, teamId: number) {
    await db
      .deleteFrom('memberships')
      .where('league_id', '=', leagueId)
      .where('team_id', '=', teamId)
      .execute()
    await db
      .updateTable('leagues')
      .set((league) => ({ member_count: league('member_count', '-', 1) }))
      .where('id', '=', leagueId)
      .execute()
    await bumpMembersVersion(db, leagueId)
  }

  const page = async (leagueId: number, offset = 0) =>
    listLeagueRanking(db, { generation: await generationOf(db), leagueId, offset, limit: 100 })

  test('a small one is ranked again whole, a new one too', async () => {
    const [anna, bjorn, carla] = [
      await addTeam(db, 'Anna', six),
      await addTeam(db, 'Björn', ['ch', 'fr', 'it', 'gb', 'de', 'es']),
      await addTeam(db, 'Carla', six),
    ]
    const leagueId = await addLeague(db, 'Sofa', [anna, bjorn])
    await saveRealPoints(db, 1)
    let fresh = 0
    await runAnd(await askFor(db, 1), async () => {
      await join(leagueId, carla)
      await leave(leagueId, anna)
      fresh = await addLeague(db, 'Fresh', [bjorn])
    })
    expect((await page(leagueId)).map((row) => [row.teamName, row.managerName, row.rank])).toEqual([
      ['Carla', 'Manager of Carla', 1],
      ['Björn', 'Manager of Björn', 2],
    ])
    expect(await page(fresh)).toMatchObject([{ teamId: bjorn, rank: 1 }])
  })

  // After 14 batches the tables are copied; after 15 all is caught up with, and only the last transaction is left.
  test.each([
    [6, 6],
    [14, 14],
    [6, 15],
  ])(
    'a large one drops a leaver (after %i batches) and places a newcomer (after %i)',
    async (left, joined) => {
      await addManyTeams(db, 2300)
      const ids = (await db.selectFrom('teams').select('id').orderBy('id').execute()).map((row) => row.id)
      const leagueId = await addLeague(db, 'Large', [])
      await db
        .insertInto('memberships')
        .values(ids.slice(100).map((team_id) => ({ league_id: leagueId, team_id, joined_at: 1 })))
        .execute()
      await db.updateTable('leagues').set({ member_count: 2200 }).where('id', '=', leagueId).execute()
      await saveRealPoints(db, 3)
      const [newcomer = 0, leaver = 0] = [ids[5], ids[150]]
      const goes = () => leave(leagueId, leaver)
      const comes = () => join(leagueId, newcomer)
      const both = { [left]: () => goes().then(comes) }
      await runWith(await askFor(db, 3), left === joined ? both : { [left]: goes, [joined]: comes })
      const rows = [...(await page(leagueId)), ...(await page(leagueId, 100))]
      expect(rows).toHaveLength(200)
      expect(new Set(rows.map((row) => row.teamId)).size).toBe(200)
      expect(rows.map((row) => row.rank)).toEqual(
        [...rows.map((row) => row.rank)].sort((a, b) => Number(a) - Number(b)),
      )
      const last = await page(leagueId, 2190)
      expect(last).toHaveLength(10)
      const own = last.at(-1)
      expect(own?.teamId).toBe(newcomer)
      // Its rank is the one it has among today's members.
      const better = await db
        .selectFrom('memberships')
        .innerJoin('standings', 'standings.team_id', 'memberships.team_id')
        .select('memberships.team_id')
        .where('total_hundredths', '>', own?.totalHundredths ?? 0)
        .execute()
      expect(Math.abs((own?.rank ?? 0) - (better.length + 1))).toBeLessThanOrEqual(1)
      expect(await page(leagueId, 2200)).toEqual([])
      const all = await db
        .selectFrom('league_standings')
        .select('team_id')
        .where('team_id', '=', leaver)
        .execute()
      expect(all).toEqual([])
    },
  )
})

test('an account deleted in the midst of a run keeps its place, without a name, and no league row', async () => {
  const anna = await addTeam(db, 'Anna', six)
  const bjorn = await addTeam(db, 'Björn', [...six].reverse())
  const leagueId = await addLeague(db, 'The sofa', [bjorn, anna])
  await saveRealPoints(db, 1)
  const team = db.selectFrom('teams').where('id', '=', anna)
  const { manager_id: managerId } = await team.select('manager_id').executeTakeFirstOrThrow()
  const deletion = () => deleteAccount(db, { managerId, clock, formKey: undefined, noteFault: console.error })
  expect(await runAnd(await askFor(db, 1), deletion)).toMatchObject({ ok: true })
  const ranked = await listRanking(db, { game: await gameOf(db), offset: 0, limit: 10 })
  expect(ranked).toHaveLength(2)
  expect(ranked.find((row) => row.teamId === anna)).toMatchObject({ teamName: '', rank: expect.any(Number) })
  const league = { generation: await generationOf(db), leagueId, offset: 0, limit: 10 }
  expect((await listLeagueRanking(db, league)).map((row) => row.teamId)).toEqual([bjorn])
})
