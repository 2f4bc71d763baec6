import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { entryCodes, getEntryOrder, openClient, openSaver } from './support/client.ts'
import {
  compareWithStore,
  createSessions,
  makeGame,
  type Player,
  report,
  setDeadlines,
  withDatabase,
} from './support/game.ts'

/** Two servers on one database, as during a deployment. */
let location: string
const log = createSaveLog()
let players: Player[]
let admin: Player
let ports: number[]
let servers: Awaited<ReturnType<typeof startServer>>[]

beforeAll(async () => {
  location = await newDatabase('two')
  const game = await makeGame(location, 20)
  players = game.players
  admin = game.admin
  servers = await Promise.all([
    startServer({ DATABASE_FILE: location }),
    startServer({ DATABASE_FILE: location }),
  ])
  ports = servers.map(({ port }) => port)
})
afterAll(async () => {
  expect(await Promise.all(servers.map(async (server) => (await server.stop()).code))).toEqual([0, 0])
  const { broken, ...figures } = await compareWithStore(location, log.saves)
  report('two processes on one database', figures)
  expect(broken).toEqual([])
})

const port = (n: number) => ports[n % 2] ?? 0

test('two servers save without losing a save that the other acknowledged', async () => {
  const saving = players.map(async (player, n) => {
    for (let at = 0; at < 10; at += 1) {
      const saver = openSaver(port(n + at), player, log)
      const { outcome } =
        at === 0
          ? await saver.saveTeam(`Team ${n}`)
          : await saver.saveLineup(getEntryOrder(n + at), 1 + (at % 3))
      expect(outcome).toBe('saved')
    }
  })
  await Promise.all(saving)
})

test('lists and pages cached by one server show at once what the other saved', async () => {
  const [reader = admin] = players
  const teams = async (n: number) => (await openClient(port(n), reader).get('/api/teams?limit=100')).body
  const news = async (n: number) => (await openClient(port(n), { cookie: '' }).get('/news')).body
  for (let n = 0; n < 10; n += 1) {
    await teams(n + 1)
    expect((await openSaver(port(n), players[n] ?? admin, log).saveTeam(`Renamed ${n}`)).outcome).toBe(
      'saved',
    )
    expect((await teams(n + 1)).includes(`Renamed ${n}`)).toBe(true)
    await news(n + 1)
    const written = await openClient(port(n), admin).call('/api/admin/news', {
      title: `Told ${n}`,
      content: '<p>So.</p>',
    })
    expect(written.status).toBe(201)
    expect((await news(n + 1)).includes(`Told ${n}`)).toBe(true)
  }
})

test('a form sent to both servers at once creates one league', async () => {
  const [player = admin] = players
  const fields = { intent: 'create', leagueName: 'Twice pressed', once: 'the same page' }
  const responses = await Promise.all(
    ports.map((each) => openClient(each, player).post('/game/leagues', fields)),
  )
  expect(responses.map(({ status }) => status)).toEqual([303, 303])
  expect(responses[0]?.headers.location).toBe(responses[1]?.headers.location)
  expect(
    await withDatabase(location, (db) => db.selectFrom('leagues').select('league_name').execute()),
  ).toHaveLength(1)
})

/** Replaces the first round's scores, so that there is something to publish. */
async function saveScores(points: number) {
  const scores = { playerScores: [{ playerId: 4, score: points }] }
  const saved = await openClient(port(0), admin).call('/api/admin/game/active/round-scores/1', scores, 'PUT')
  expect(saved.status).toBe(200)
}

const publish = (n: number) =>
  openClient(port(n), admin).call('/api/admin/teams/all/compute-round-scores/1', {})
const rankingOf = async (n: number) => (await openClient(port(n), admin).get('/api/teams?limit=100')).body
const countPublications = async () =>
  (await withDatabase(location, (db) => db.selectFrom('publications').select('id').execute())).length

test('a round published by both servers at once is published once, and both show it', async () => {
  await withDatabase(location, (db) => setDeadlines(db, Date.now() - 1000))
  await saveScores(100)
  const results = await Promise.all([0, 1, 0, 1].map(publish))
  expect(results.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  expect(await countPublications()).toBe(1)
  expect(await rankingOf(0)).toContain('"teamRank":1')
  expect(await rankingOf(1)).toBe(await rankingOf(0))
})

test('what one server publishes is in the other’s next response', async () => {
  for (let n = 0; n < 10; n += 1) {
    const old = await rankingOf(n + 1)
    await saveScores(200 + n)
    expect((await publish(n)).status).toBe(202)
    const fresh = await rankingOf(n + 1)
    expect(fresh).not.toBe(old)
    expect(fresh).toBe(await rankingOf(n))
  }
  expect(await countPublications()).toBe(11)
})

test('a team that joins the game or a league during a publication is in it, on both servers', async () => {
  const [owner = admin, ...others] = players
  const made = await openClient(port(0), owner).call('/api/leagues', { leagueName: 'Meanwhile' })
  const { leagueId, inviteSecret } = JSON.parse(made.body)
  const late = await withDatabase(location, (db) =>
    Promise.all([1, 2, 3, 4].map((n) => createSessions(db, `late ${n}`))),
  )
  const join = (player: Player, n: number) =>
    openClient(port(n), player).call(`/api/leagues/${leagueId}/join`, { leagueSecret: inviteSecret })
  const enter = (player: Player, n: number) =>
    openSaver(port(n), player, log).saveTeam(`Late ${n}`, entryCodes, 'join-late:1')
  for (let n = 0; n < 4; n += 1) {
    await saveScores(300 + n)
    const joining = others.slice(n * 4, n * 4 + 4).map((player, at) => join(player, n + at))
    const entering = late.slice(n, n + 1).map((player) => enter(player, n + 1))
    const responses = await Promise.all([publish(n), ...joining])
    expect(responses.map(({ status }) => status)).toEqual([202, 200, 200, 200, 200])
    expect((await Promise.all(entering)).map(({ outcome }) => outcome)).toEqual(['saved'])
  }
  const tables = await Promise.all(
    [0, 1].map((n) => openClient(port(n), owner).get(`/api/leagues/${leagueId}/members?limit=100`)),
  )
  const [table = '', other] = tables.map(({ body }) => body)
  expect(other).toBe(table)
  expect(table.match(/"leagueRank":\d+/g)).toHaveLength(17)
  expect(await rankingOf(1)).toBe(await rankingOf(0))
  expect((await rankingOf(0)).match(/"teamRank":\d+/g)).toHaveLength(players.length + late.length)
})
