import { once } from 'node:events'
import { request } from 'node:http'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getEntryOrder, openSaver } from '#tests/faults/support/client.ts'
import { makeGame, type Player, setDeadlines, withDatabase } from '#tests/faults/support/game.ts'
import { isOnPostgres, newDatabase } from '#tests/support/databases.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../../scripts/load/save-log.ts'

/** Saves that arrive before the deadline and would be stored after it: the clock counts that stores them. */
let location: string
let server: Awaited<ReturnType<typeof startServer>>
let player: Player
const log = createSaveLog()

beforeAll(async () => {
  location = await newDatabase('deadline')
  const { players } = await makeGame(location, 1)
  const [first] = players
  if (!first) throw new Error('No player')
  player = first
  server = await startServer({ DATABASE_FILE: location })
  expect((await openSaver(server.port, player, log).saveTeam('In time')).outcome).toBe('saved')
})
afterAll(async () => {
  await server.stop()
})

/** Lets the first round close soon. Returns what waits until then. */
async function closeSoon(): Promise<() => Promise<void>> {
  const deadlineAt = Date.now() + 700
  await withDatabase(location, (db) => setDeadlines(db, deadlineAt))
  return () => vi.waitFor(() => expect(Date.now()).toBeGreaterThan(deadlineAt), { interval: 10 })
}

/** A request that the server answers after it has read what was sent before. */
async function letServerRead(): Promise<void> {
  expect((await openSaver(server.port, player, log).get('/game')).status).toBe(200)
}

/** Only the team was saved. */
async function expectNoneStored(): Promise<void> {
  const receipts = withDatabase(location, (db) => db.selectFrom('receipts').select('kind').execute())
  expect(await receipts).toEqual([{ kind: 'team' }])
}

test.skipIf(isOnPostgres)(
  'a save that waits for another writer until the deadline has passed is refused',
  async () => {
    const deadline = await closeSoon()
    const other = new Database(location)
    other.exec('begin immediate')
    const saving = openSaver(server.port, player, log).saveLineup(getEntryOrder(1), 1)
    await letServerRead()
    await deadline()
    other.exec('rollback')
    other.close()
    expect(await saving).toMatchObject({ outcome: 'refused', reply: { status: 409 } })
    await expectNoneStored()
  },
)

test('a save whose body is complete after the deadline is refused', async () => {
  const deadline = await closeSoon()
  const body = new URLSearchParams({
    intent: 'save',
    round: '1',
    order: getEntryOrder(2).join('.'),
  }).toString()
  const host = `localhost:${server.port}`
  const saving = request({
    host: '127.0.0.1',
    port: server.port,
    path: '/game/lineup',
    method: 'POST',
    headers: {
      Host: host,
      Cookie: player.cookie,
      Origin: `http://${host}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': body.length,
    },
  })
  saving.write(body.slice(0, 10))
  await letServerRead()
  await deadline()
  saving.end(body.slice(10))
  const [response] = await once(saving, 'response')
  expect(response.resume().statusCode).toBe(409)
  await expectNoneStored()
})
