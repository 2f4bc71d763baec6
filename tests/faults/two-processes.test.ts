import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startServer } from '#tests/server.ts'
import { openSaveLog } from '../../scripts/load/acknowledged.ts'
import { openClient, openSaver, orderOf } from './client.ts'
import { judge, makeFolder, makeGame, type Player, report, setDeadlines, visit } from './game.ts'

/** As during a deploy: the new process serves already, the old one still. */
const { file, remove } = makeFolder()
const log = openSaveLog()
let players: Player[]
let admin: Player
let ports: number[]
let servers: Awaited<ReturnType<typeof startServer>>[]

beforeAll(async () => {
  const game = await makeGame(file, 20)
  players = game.players
  admin = game.admin
  servers = await Promise.all([startServer({ DATABASE_FILE: file }), startServer({ DATABASE_FILE: file })])
  ports = servers.map(({ port }) => port)
})
afterAll(async () => {
  expect(await Promise.all(servers.map(async (server) => (await server.stop()).code))).toEqual([0, 0])
  const { broken, ...figures } = await judge(file, log.saves)
  report('two processes on one file', figures)
  remove()
  expect(broken).toEqual([])
})

const port = (n: number) => ports[n % 2] ?? 0

test('both save, and neither loses what the other has acknowledged', async () => {
  const saving = players.map(async (player, n) => {
    for (let at = 0; at < 10; at += 1) {
      const saver = openSaver(port(n + at), player, log)
      const { outcome } =
        at === 0 ? await saver.saveTeam(`Team ${n}`) : await saver.saveLineup(orderOf(n + at), 1 + (at % 3))
      expect(outcome).toBe('saved')
    }
  })
  await Promise.all(saving)
})

test('lists and pages that one keeps tell at once what the other has saved', async () => {
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

test('a form that reaches both at once makes one league', async () => {
  const [player = admin] = players
  const fields = { intent: 'create', leagueName: 'Twice pressed', once: 'the same page' }
  const answers = await Promise.all(
    ports.map((each) => openClient(each, player).post('/game/leagues', fields)),
  )
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  expect(answers[0]?.headers.location).toBe(answers[1]?.headers.location)
  expect(await visit(file, (db) => db.selectFrom('leagues').select('league_name').execute())).toHaveLength(1)
})

test('asked for by both at once, a round is computed by one at a time, and none fails', async () => {
  await visit(file, (db) => setDeadlines(db, Date.now() - 1000))
  const desk = openClient(port(0), admin)
  const scores = { playerScores: [{ playerId: 4, score: 100 }] }
  expect((await desk.call('/api/admin/game/active/round-scores/1', scores, 'PUT')).status).toBe(200)
  const asked = [0, 1, 0, 1].map((n) =>
    openClient(port(n), admin).call('/api/admin/teams/all/compute-round-scores/1', {}),
  )
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([202, 202, 202, 202])
  const states = () => visit(file, (db) => db.selectFrom('computations').select('state').execute())
  await vi.waitFor(async () => expect((await states()).every(({ state }) => state === 'done')).toBe(true), {
    timeout: 60_000,
    interval: 200,
  })
  expect((await states()).length).toBeGreaterThan(0)
})
