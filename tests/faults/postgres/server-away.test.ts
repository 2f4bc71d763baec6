import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession } from '#app/auth/session/session.server.ts'
import { openDatabase, watchVersions } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { runStatements } from '#tests/support/databases.ts'
import { textOf } from '#tests/support/html.ts'
import { startServer } from '#tests/support/server.ts'
import { seedLargeDatabase } from '../../../scripts/bench/seed-large-database.ts'
import { createSaveLog } from '../../../scripts/load/save-log.ts'
import { type Cluster, findPostgresBinaries, startCluster } from '../../../scripts/postgres/cluster.ts'
import { getEntryOrder, openClient, openSaver, type Saver } from '../support/client.ts'
import { compareWithStore, makeGame, type Player, report } from '../support/game.ts'

/** PostgreSQL dies and comes back while the server runs. */
let cluster: Cluster
let server: Awaited<ReturnType<typeof startServer>>
let players: Player[]
let saver: Saver
const log = createSaveLog()

beforeAll(async () => {
  cluster = await startCluster(findPostgresBinaries() ?? '', { isDurable: true })
  const db = openDatabase(cluster.url)
  await migrate(db)
  await db.destroy()
  ;({ players } = await makeGame(cluster.url, 10))
  server = await startServer({ DATABASE_FILE: cluster.url })
  const [first] = players
  if (!first) throw new Error('No players')
  saver = openSaver(server.port, first, log)
})
// Each also when the other has failed: a cluster that nobody stops would stay.
afterAll(() => cluster?.stop())
afterAll(() => server?.stop())

const readiness = async () => (await server.ask({ path: '/healthz' })).status

async function untilReady(): Promise<void> {
  const until = performance.now() + 30_000
  while ((await readiness()) !== 200) {
    if (performance.now() > until) throw new Error('It does not come back')
    await pause(50)
  }
}

test('while PostgreSQL is away pages and saves say so, and they work again without a restart', async () => {
  expect((await saver.saveTeam('Before')).outcome).toBe('saved')
  expect(await readiness()).toBe(200)
  for (let round = 1; round <= 3; round += 1) {
    await cluster.end('SIGKILL')
    expect(await readiness()).toBe(503)

    const page = await saver.get('/game')
    expect([page.status, page.headers['retry-after'], page.headers.refresh]).toEqual([503, '10', '10'])
    expect(textOf(page.body)).toContain('The game cannot be read at the moment.')
    const visitor = openClient(server.port, { cookie: '' })
    expect((await visitor.get('/news')).status).toBe(503)

    const { reply } = await saver.saveLineup(getEntryOrder(round), 1)
    expect(reply?.status).toBe(503)
    expect(textOf(reply?.body ?? '')).toMatch(/Nothing was saved|not be saved|Nothing can be stored/i)
    const called = await saver.get('/api/teams?limit=10')
    expect([called.status, JSON.parse(called.body).errorType]).toEqual([503, 'SERVICE_UNAVAILABLE'])

    await cluster.start()
    await untilReady()
    expect((await saver.get('/game')).status).toBe(200)
    expect((await visitor.get('/news')).status).toBe(200)
    expect((await saver.saveLineup(getEntryOrder(round), 1)).outcome).toBe('saved')
  }
  expect(server.log().filter(({ event }) => event === 'bug')).toEqual([])
})

/** Allows a role the connections that it has, and no more. */
function limitConnections(role: string): Promise<void> {
  return runStatements(
    cluster.url,
    `do $$ begin execute format('alter role ${role} connection limit %s',
    (select count(*) from pg_stat_activity where usename = '${role}')); end $$`,
  )
}

test.each(['after', 'before'])(
  'when all connections that PostgreSQL allows are in use %s the first save, those of the game serve everybody',
  async (when) => {
    await runStatements(cluster.url, `create role game_${when} login in role douze`)
    const own = await startServer({
      DATABASE_FILE: Object.assign(new URL(cluster.url), { username: `game_${when}` }).href,
    })
    try {
      const savers = players.map((player) => openSaver(own.port, player, log))
      const askAll = async (name: string) => {
        const pages = Array.from({ length: 12 }, async (_, n) => (await savers[n % 10]?.get('/game'))?.status)
        const saves = savers.map(async (each, n) => (await each.saveTeam(`${name} ${n}`)).outcome)
        return new Set(await Promise.all([...pages, ...saves]))
      }
      expect((await savers[0]?.get('/game'))?.status).toBe(200)
      if (when === 'after') expect((await savers[0]?.saveTeam('Alone'))?.outcome).toBe('saved')
      // No more than the connections that a page, and a save, needed.
      await limitConnections(`game_${when}`)
      expect(await askAll('Refused')).toEqual(new Set([200, 'saved']))
      const health = await own.ask({ path: '/healthz' })
      const warnings = [expect.stringContaining('refused a connection')]
      expect([health.status, JSON.parse(health.body)]).toEqual([
        200,
        expect.objectContaining({ degraded: true, warnings }),
      ])
      // The connection by which it looks for changes is lost, and not given back.
      await runStatements(
        cluster.url,
        `alter role game_${when} connection limit 1`,
        `select pg_terminate_backend(pid) from pg_stat_activity
          where usename = 'game_${when}' and query like '%from versions'`,
      )
      expect(await askAll('Again')).toEqual(new Set([200, 'saved']))
      const failures = ['bug', 'not-saved', 'results-not-loaded']
      expect(own.log().filter(({ event }) => failures.includes(String(event)))).toEqual([])
    } finally {
      await own.stop()
    }
  },
)

test('a large league is read by the connections of the game while its thread gets none', async () => {
  await runStatements(
    cluster.url,
    'create database large owner douze',
    'create role reader login in role douze',
  )
  const url = Object.assign(new URL(cluster.url), { pathname: '/large' })
  const db = openDatabase(url.href)
  const { bigLeague, viewers } = await seedLargeDatabase(db, 12_000)
  const { cookieHeader } = await createSession(db, { managerId: viewers[0]?.managerId ?? 0, now: Date.now() })
  await db.destroy()
  const own = await startServer({ DATABASE_FILE: Object.assign(url, { username: 'reader' }).href })
  try {
    const client = openClient(own.port, { cookie: cookieHeader })
    expect((await client.get('/game/results')).status).toBe(200)
    await limitConnections('reader')
    const page = await client.get(`/game/leagues?leagueId=${bigLeague.id}`)
    expect([page.status, textOf(page.body)]).toEqual([200, expect.stringContaining('3,000')])
    expect(own.log().filter(({ event }) => event === 'bug')).toEqual([])
  } finally {
    await own.stop()
  }
})

test('a save whose connection breaks while it is committed says that nobody knows', async () => {
  await runStatements(
    cluster.url,
    `create function end_connection() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid()); return null; end $$`,
    `create constraint trigger ended after insert on receipts deferrable initially deferred
      for each row execute function end_connection()`,
  )
  const page = await saver.saveLineup(getEntryOrder(5), 1)
  expect([page.reply?.status, page.outcome]).toEqual([500, 'unanswered'])
  expect(textOf(page.reply?.body ?? '')).toContain('it may or may not be saved')
  await runStatements(cluster.url, 'drop trigger ended on receipts')
  expect((await saver.saveLineup(getEntryOrder(5), 1)).outcome).toBe('saved')
})

test('versions read from a server that was started anew are new ones, although it counts on from the same numbers', async () => {
  const versions = watchVersions(cluster.url)
  const before = await versions.read()
  expect(await versions.read()).toEqual(before)
  await cluster.end('SIGINT')
  await cluster.start()
  // The connection of before is lost.
  await Promise.resolve(versions.read()).catch(() => {})
  const after = await versions.read()
  for (const topic of ['news', 'game', 'ranking'] as const) expect(after[topic]).not.toBe(before[topic])
  versions.close()
  await untilReady()
})

test('saves during which PostgreSQL dies are stored when they were acknowledged', async () => {
  const savers = players.slice(1).map((player) => openSaver(server.port, player, log))
  expect((await Promise.all(savers.map((each, n) => each.saveTeam(`Team ${n}`)))).length).toBe(9)
  let isOver = false
  const saving = savers.map(async (each) => {
    for (let n = 0; n < 20 && !isOver; n += 1) await each.saveLineup(getEntryOrder(n), 1)
  })
  await saver.get('/game')
  await cluster.end('SIGKILL')
  isOver = true
  await Promise.all(saving)
  await cluster.start()
  await untilReady()
  const { broken, ...figures } = await compareWithStore(cluster.url, log.saves)
  report('PostgreSQL killed during saves', figures)
  expect(broken).toEqual([])
})

test('a save after whose commit nothing can be read is not told as if nothing was saved', async () => {
  const template = cluster.url.replace(/postgres$/, 'template1')
  const admit = () =>
    runStatements(template, `update pg_database set datallowconn = true where datname = 'postgres'`)
  await runStatements(
    cluster.url,
    `create function shut_out() returns trigger language plpgsql as $$ begin
      update pg_database set datallowconn = false where datname = 'postgres';
      perform pg_terminate_backend(pid) from pg_stat_activity where datname = 'postgres' and pid <> pg_backend_pid();
      return null; end $$`,
    `create constraint trigger shut_out after insert on receipts deferrable initially deferred
      for each row execute function shut_out()`,
  )
  const page = await saver.saveTeam('Saved, then away')
  await admit()
  await untilReady()
  const { players: held }: { players: { playerId: number }[] } = JSON.parse(
    (await saver.get('/api/teams/mine')).body,
  )
  const draft = {
    teamName: 'Called, then away',
    managerName: 'Someone',
    players: held.map(({ playerId }) => playerId),
  }
  const called = await saver.call('/api/teams/mine', draft)
  await admit()
  await runStatements(cluster.url, 'drop trigger shut_out on receipts')
  await untilReady()
  expect(page.outcome).toBe('saved')
  expect([called.status, JSON.parse(called.body).message]).toEqual([
    500,
    expect.stringContaining('This was saved'),
  ])
  expect((await saver.get('/game/team')).body).toContain('Called, then away')
})
