import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '#tests/support/provider.ts'
import { runServer, serverEnv, startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { getEntryOrder, openSaver, type Saver } from './support/client.ts'
import { compareWithStore, makeFolder, makeGame, report } from './support/game.ts'

/** Another process holds the write lock, like a shell or a failed backup. */
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

/** Waits until the server has read the saves, none of which has a response yet. */
async function waitForSaves(saver: Saver): Promise<void> {
  for (let reads = 0; reads < 10; reads += 1) await saver.get('/game')
}

test('while the lock is held briefly, every save waits and is stored', async () => {
  other.exec('begin immediate')
  const saves = savers.map((saver, n) => saver.saveLineup(getEntryOrder(n), 1))
  const [first] = savers
  if (first) await waitForSaves(first)
  expect(log.saves.filter((save) => save.kind === 'line-up' && save.outcome === 'saved')).toEqual([])
  other.exec('commit')
  expect((await Promise.all(saves)).map(({ outcome }) => outcome)).toEqual(savers.map(() => 'saved'))
})

test('while the lock stays held, 20 concurrent saves fail within seconds and pages are served', async () => {
  other.exec('begin immediate')
  const startedAt = performance.now()
  const saves = savers.map((saver, n) => saver.saveLineup(getEntryOrder(n + 1), 2))
  const waits: number[] = []
  for (const saver of savers.slice(0, 10)) {
    const sentAt = performance.now()
    expect((await saver.get('/game/lineup')).status).toBe(200)
    waits.push(performance.now() - sentAt)
  }
  const results = await Promise.all(saves)
  expect(results.map(({ reply }) => reply?.status)).toEqual(savers.map(() => 503))
  const longest = Math.round(performance.now() - startedAt)
  report('database locked, 20 saves at once', {
    'refused after ms': longest,
    'longest read ms': Math.round(Math.max(...waits)),
  })
  expect(longest).toBeLessThan(8_000)
  expect(Math.max(...waits)).toBeLessThan(1_900)
  other.exec('rollback')
  const retried = await Promise.all(savers.map((saver, n) => saver.saveLineup(getEntryOrder(n + 1), 2)))
  expect(retried.map(({ outcome }) => outcome)).toEqual(savers.map(() => 'saved'))
})

test('a server that starts meanwhile reports the locked file and exits', async () => {
  other.exec('begin immediate')
  const { code, err } = await runServer({ ...(await serverEnv(await freePort())), DATABASE_FILE: file }).ended
  expect(code).toBe(1)
  expect(err).toContain('is locked by another process')
})
