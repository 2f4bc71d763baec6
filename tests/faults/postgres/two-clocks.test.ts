import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../../scripts/load/save-log.ts'
import { getEntryOrder, openSaver } from '../support/client.ts'
import {
  compareWithStore,
  makeFolder,
  makeGame,
  report,
  setDeadlines,
  withDatabase,
} from '../support/game.ts'

/** Servers whose clocks differ, on one database: the deadline is when the database's clock says so. */
const { folder, remove } = makeFolder()
afterEach(remove)

const minute = 60_000
const shim = pathToFileURL(resolve('tests/faults/support/step-clock.mjs')).href

function startWithClock(location: string, aheadMs: number) {
  const step = `${folder}/step${aheadMs}`
  writeFileSync(step, String(aheadMs))
  return startServer({ DATABASE_FILE: location, CLOCK_STEP: step, NODE_OPTIONS: `--import ${shim}` })
}

test('three servers whose clocks are ten minutes apart accept saves until the deadline, and none at or after it', async () => {
  const location = await newDatabase('clocks')
  const { players } = await makeGame(location, 60)
  const servers = await Promise.all([-10, 0, 10].map((minutes) => startWithClock(location, minutes * minute)))
  const log = createSaveLog()
  const savers = players.map((player, n) => openSaver(servers[n % 3]?.port ?? 0, player, log))
  const joined = await Promise.all(savers.map((saver, n) => saver.saveTeam(`Team ${n}`)))
  expect(joined.map(({ outcome }) => outcome)).toEqual(players.map(() => 'saved'))
  // An automatic line-up would be settled after the deadline, and differ from its receipt.
  for (const saver of savers) expect((await saver.saveLineup(getEntryOrder(1), 1)).outcome).toBe('saved')
  const deadline = Date.now() + 3_000
  await withDatabase(location, (db) => setDeadlines(db, deadline))

  /** Saves until the round is closed; counts what was accepted. A manager may save thirty times a minute. */
  async function saveUntilClosed(saver: (typeof savers)[number]) {
    for (let accepted = 0; accepted < 27; accepted += 1) {
      const { reply } = await saver.saveLineup(getEntryOrder(accepted), 1)
      if (reply?.status === 409) return { accepted, isClosed: true }
      expect(reply?.status).toBe(303)
    }
    return { accepted: 27, isClosed: false }
  }
  const ends = await Promise.all(savers.map(saveUntilClosed))
  for (const first of [0, 1, 2]) {
    const ofServer = ends.filter((_, n) => n % 3 === first)
    expect(
      ofServer.reduce((sum, { accepted }) => sum + accepted, 0),
      'before the deadline',
    ).toBeGreaterThan(0)
    expect(
      ofServer.some(({ isClosed }) => isClosed),
      'after it',
    ).toBe(true)
  }
  const late = await withDatabase(location, (db) =>
    db
      .selectFrom('lineups')
      .select('saved_at')
      .where('round_number', '=', 1)
      .where('is_automatic', '=', 0)
      .where('saved_at', '>=', deadline)
      .execute(),
  )
  expect(late).toEqual([])
  // What needs no instant of a transaction follows the database's clock, too.
  const seen = await withDatabase(location, (db) =>
    db
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('last_seen_at', '>', Date.now() + 5_000)
      .execute(),
  )
  expect(seen).toEqual([])
  expect(await Promise.all(servers.map(async (server) => (await server.stop()).code))).toEqual([0, 0, 0])
  const { broken, ...figures } = await compareWithStore(location, log.saves)
  report('clocks ten minutes apart', figures)
  expect(broken).toEqual([])
})
