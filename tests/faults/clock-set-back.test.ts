import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { entryCodes, getEntryOrder, openSaver } from './support/client.ts'
import { compareWithStore, makeFolder, makeGame, report, setDeadlines, withDatabase } from './support/game.ts'

const { file, folder, remove } = makeFolder()
afterEach(remove)
const minute = 60_000

test('a clock that is set back reopens no round, ends no session and locks nobody out', async () => {
  const { players } = await makeGame(file, 3)
  await withDatabase(file, (db) => setDeadlines(db, Date.now() + 60 * minute))
  const step = `${folder}/step`
  const setClock = (minutes: number) => writeFileSync(step, String(minutes * minute))
  setClock(0)
  const shim = pathToFileURL(resolve('tests/faults/support/step-clock.mjs')).href
  const server = await startServer({
    DATABASE_FILE: file,
    CLOCK_STEP: step,
    NODE_OPTIONS: `--import ${shim}`,
  })
  const log = createSaveLog()
  const [player, busy] = players.map((each) => openSaver(server.port, each, log))
  if (!player || !busy) throw new Error('No players')
  const lineup = async (round: number) =>
    (await player.saveLineup(getEntryOrder(log.saves.length), round)).reply?.status
  const warnings = async () => JSON.parse((await player.get('/healthz')).body).warnings

  expect((await player.saveTeam('Early')).outcome).toBe('saved')
  expect(await lineup(1)).toBe(303)
  expect(await warnings()).toEqual([])
  setClock(61)
  expect(await lineup(1)).toBe(409)
  setClock(31)
  expect(await lineup(1)).toBe(409)
  expect((await player.saveTeam('Late')).reply?.status).toBe(409)
  expect(await lineup(2)).toBe(303)
  expect((await player.get('/game')).status).toBe(200)
  expect(await warnings()).toEqual([expect.stringMatching(/^The system clock was set back by 1\d{3} s\./)])
  setClock(62)
  expect(await lineup(1)).toBe(409)
  expect(await lineup(2)).toBe(303)
  expect(await warnings()).toEqual([])

  // A rate limit lasts a minute, however the clock moves meanwhile.
  expect((await busy.saveTeam('Busy', entryCodes, 'join-late:1')).outcome).toBe('saved')
  for (let n = 0; n < 29; n += 1) await busy.saveLineup(getEntryOrder(n), 2)
  expect((await busy.saveLineup(getEntryOrder(1), 2)).reply?.status).toBe(429)
  for (const minutes of [40, 62]) {
    setClock(minutes)
    expect((await busy.saveLineup(getEntryOrder(2), 2)).reply?.status).toBe(429)
  }
  expect(await lineup(2), 'others are not limited').toBe(303)

  // Back by hours, as if the clock had been wrong before: the rounds are open, and saves of the future stay.
  setClock(-180)
  expect(await lineup(1)).toBe(303)
  expect((await server.stop()).code).toBe(0)
  const { broken, ...figures } = await compareWithStore(file, log.saves)
  report('clock steps', figures)
  expect(broken).toEqual([])
})
