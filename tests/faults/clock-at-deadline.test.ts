import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { isOnPostgres, newDatabase, runStatements } from '#tests/support/databases.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { getEntryOrder, openSaver } from './support/client.ts'
import { compareWithStore, makeFolder, makeGame, report, setDeadlines, withDatabase } from './support/game.ts'

/** The clock that decides about deadlines is stepped during the last minute before one: that of the process, or of PostgreSQL. */
const location = await newDatabase('clock')
const { folder, remove } = makeFolder()
afterAll(remove)
const second = 1_000
const step = join(folder, 'step')

/** Steps the clock, so many seconds from the true time; timers go on. */
async function setClock(seconds: number): Promise<void> {
  writeFileSync(step, String(seconds * second))
  if (isOnPostgres)
    await runStatements(
      location,
      `create or replace function clock_timestamp() returns timestamptz language sql volatile as
        $$ select pg_catalog.clock_timestamp() + interval '${seconds} seconds' $$`,
    )
}

test('no save is accepted after a deadline and none before it is lost, however the clock is stepped in the last minute', async () => {
  const { players } = await makeGame(location, 40)
  await setClock(0)
  const shim = pathToFileURL(resolve('tests/faults/support/step-clock.mjs')).href
  const more = { CLOCK_STEP: step, NODE_OPTIONS: `--import ${shim}` }
  const server = await startServer({ DATABASE_FILE: location, ...more })
  const log = createSaveLog()
  const savers = players.map((player) => openSaver(server.port, player, log))
  for (const saver of savers) expect((await saver.saveTeam('Team')).outcome).toBe('saved')
  let count = 0
  /** Everybody saves the first round's line-up at once: the statuses. */
  function sendAll(): Promise<number | undefined>[] {
    count += 1
    return savers.map(async (saver, n) => (await saver.saveLineup(getEntryOrder(n + count), 1)).reply?.status)
  }
  const saveAll = async () => new Set(await Promise.all(sendAll()))
  const round = async () => (await savers[0]?.get('/game/lineup?round=1'))?.status
  // An automatic line-up would be settled after the deadline, and differ from its receipt.
  expect([...(await saveAll())]).toEqual([303])

  const deadline = Date.now() + 600 * second
  await withDatabase(location, (db) => setDeadlines(db, deadline))
  const secondsLeft = () => (deadline - Date.now()) / second
  // 50 seconds before it: forwards and backwards within the last minute, all of it before the deadline.
  for (const left of [50, 20, 45, 5]) {
    await setClock(Math.round(secondsLeft() - left))
    expect([...(await saveAll())], `${left} s before`).toEqual([303])
  }
  // Over the deadline while people save: each save is before or after it.
  const during = sendAll()
  expect(await Promise.race(during)).toBe(303)
  await setClock(Math.round(secondsLeft() + 10))
  for (const status of await Promise.all(during)) expect([303, 409]).toContain(status)
  expect([...(await saveAll())], 'ten seconds after').toEqual([409])
  // A small step back, before the deadline as the clock says: the round stays closed.
  for (const left of [1, 30, 59]) {
    await setClock(Math.round(secondsLeft() - left))
    expect([...(await saveAll())], `back, ${left} s before`).toEqual([409])
  }
  expect(await round()).toBe(200)
  const { warnings } = JSON.parse((await server.ask({ path: '/healthz' })).body)
  expect(warnings).toEqual([expect.stringMatching(/^The system clock was set back by \d+ s\./)])
  expect((await savers[1]?.saveLineup(getEntryOrder(3), 2))?.outcome, 'the next round is open').toBe('saved')
  await setClock(Math.round(secondsLeft() + 20))
  expect([...(await saveAll())], 'forwards again').toEqual([409])
  expect((await server.stop()).code).toBe(0)
  const { broken, ...figures } = await compareWithStore(location, log.saves)
  report('clock steps in the last minute', figures)
  expect(broken).toEqual([])
})
