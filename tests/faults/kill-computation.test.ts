import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#db/open.server.ts'
import { startServer } from '#tests/server.ts'
import { seedBigStore } from '../../scripts/bench/seed.ts'
import { openSaveLog } from '../../scripts/load/acknowledged.ts'
import { openClient, openSaver } from './client.ts'
import { judge, makeFolder, type Player, report, signInto, visit } from './game.ts'

const { file, remove } = makeFolder()
afterEach(remove)
const teams = 20_000

/** A store with a computed season whose final is still open: line-ups are saved while rounds are computed. */
async function makeComputedGame() {
  const db = openDatabase(file, { mayCreate: true })
  await seedBigStore(db, teams)
  const final = { deadline_at: Date.now() + 60 * 60_000 }
  await db.updateTable('rounds').set(final).where('round_number', '=', 3).execute()
  const admin = await signInto(db, 'ada', { isAdmin: true })
  const players: (Player & { codes: string[] })[] = []
  for (const id of [10, 20, 30, 40, 50]) players.push(await signInTeam(id))
  await db.destroy()
  return { admin, players }

  async function signInTeam(id: number) {
    const { issuer, subject } = await db
      .selectFrom('managers')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const codes = await db
      .selectFrom('entries')
      .innerJoin('teams', (join) =>
        join.on((on) =>
          on.or(
            (['entry_1', 'entry_2', 'entry_3', 'entry_4', 'entry_5', 'entry_6'] as const).map((place) =>
              on('entries.id', '=', on.ref(`teams.${place}`)),
            ),
          ),
        ),
      )
      .select('code')
      .where('teams.id', '=', id)
      .execute()
    return { ...(await signInto(db, subject, { issuer })), codes: codes.map(({ code }) => code) }
  }
}

const latest = () =>
  visit(file, (db) =>
    db.selectFrom('computations').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
  )

test('a server killed while it computes shows the old ranking whole, keeps saves made meanwhile, and computes again', async () => {
  const { admin, players } = await makeComputedGame()
  const log = openSaveLog()
  let server = await startServer({ DATABASE_FILE: file })
  let desk = openClient(server.port, admin)
  const ranking = async () => JSON.parse((await desk.get('/api/teams?limit=50')).body)
  const before = await ranking()
  const scores = {
    playerScores: [
      { playerId: 5, score: 900 },
      { playerId: 9, score: 800 },
    ],
  }
  expect((await desk.call('/api/admin/game/active/round-scores/1', scores, 'PUT')).status).toBe(200)
  const compute = () => desk.call('/api/admin/teams/all/compute-round-scores/1', {})
  expect((await compute()).status).toBe(202)
  await vi.waitFor(
    async () => expect(await latest()).toMatchObject({ state: 'running', steps_done: expect.any(Number) }),
    30_000,
  )
  const saves = players.map((player) => openSaver(server.port, player, log).saveLineup(player.codes, 3))
  await vi.waitFor(async () => expect((await latest()).steps_done).toBeGreaterThan(12), {
    timeout: 30_000,
    interval: 1,
  })
  server.child.kill('SIGKILL')
  await Promise.all([server.ended, ...saves])
  const killed = await latest()
  expect(killed.state).toBe('running')

  server = await startServer({ DATABASE_FILE: file })
  desk = openClient(server.port, admin)
  expect(await ranking()).toEqual(before)
  // The desk asks again; the dead run's lease (30 s) ends first.
  expect((await compute()).status).toBe(202)
  await vi.waitFor(async () => expect((await latest()).state).toBe('done'), {
    timeout: 90_000,
    interval: 200,
  })
  expect(await ranking()).not.toEqual(before)
  expect((await server.stop()).code).toBe(0)
  const { broken, ...figures } = await judge(file, log.saves)
  report(`kill -9 during a computation of ${teams} teams`, {
    ...figures,
    'killed after steps': `${killed.steps_done} of ${killed.steps_total}`,
  })
  expect(broken).toEqual([])
})
