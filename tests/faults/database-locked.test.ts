import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '#tests/support/provider.ts'
import { runServer, serverEnv, startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { getEntryOrder, openSaver, type Saver } from './support/client.ts'
import { compareWithStore, makeFolder, makeGame, report } from './support/game.ts'

/** Another process holds the write lock, as a shell or a backup gone wrong would. */
const { file, remove } = makeFolder()
const log = createSaveLog()
let server: Awaited<ReturnType<typeof startServer>>
let savers: Saver[]
let other: Database.Database

beforeAll(async () => {
  const { players } = await makeGame(file, 20)
  server = await startServer({ DATABASE_FILE: file })
  savers = players.map((player) => openSaver(server.port, player, log))
  for (const saver of savers) await saver.saveTeam('Before')
  other = new Database(file)
})
afterEach(() => {
  if (other.inTransaction) other.exec('rollback')
})
afterAll(async () => {
  other.close()
  expect(await server.stop()).toMatchObject({ code: 0 })
  const { broken, ...figures } = await compareWithStore(file, log.saves)
  report('database locked', figures)
  remove()
  expect(broken).toEqual([])
})

/** Where the lock's holder sees that saves have arrived: each has been read, none is answered. */
async function untilArrived(saver: Saver): Promise<void> {
  for (let reads = 0; reads < 10; reads += 1) await saver.get('/game')
}

test('held for a moment, every save waits and is stored', async () => {
  other.exec('begin immediate')
  const saves = savers.map((saver, n) => saver.saveLineup(getEntryOrder(n), 1))
  const [first] = savers
  if (first) await untilArrived(first)
  expect(log.saves.filter((save) => save.kind === 'line-up' && save.outcome === 'saved')).toEqual([])
  other.exec('commit')
  expect((await Promise.all(saves)).map(({ outcome }) => outcome)).toEqual(savers.map(() => 'saved'))
})

test('held on, 20 saves at once are refused within seconds, and meanwhile pages are served', async () => {
  other.exec('begin immediate')
  const began = performance.now()
  const saves = savers.map((saver, n) => saver.saveLineup(getEntryOrder(n + 1), 2))
  const waits: number[] = []
  for (const saver of savers.slice(0, 10)) {
    const asked = performance.now()
    expect((await saver.get('/game/lineup')).status).toBe(200)
    waits.push(performance.now() - asked)
  }
  const answers = await Promise.all(saves)
  expect(answers.map(({ reply }) => reply?.status)).toEqual(savers.map(() => 503))
  const longest = Math.round(performance.now() - began)
  report('database locked, 20 saves at once', {
    'refused after ms': longest,
    'longest read ms': Math.round(Math.max(...waits)),
  })
  expect(longest).toBeLessThan(8_000)
  expect(Math.max(...waits)).toBeLessThan(1_900)
  other.exec('rollback')
  const again = await Promise.all(savers.map((saver, n) => saver.saveLineup(getEntryOrder(n + 1), 2)))
  expect(again.map(({ outcome }) => outcome)).toEqual(savers.map(() => 'saved'))
})

test('a server that is started meanwhile says that the file is locked, and leaves', async () => {
  other.exec('begin immediate')
  const { code, err } = await runServer({ ...(await serverEnv(await freePort())), DATABASE_FILE: file }).ended
  expect(code).toBe(1)
  expect(err).toContain('is locked by another process')
})
