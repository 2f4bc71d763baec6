import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '#tests/support/provider.ts'
import { runServer, serverEnv } from '#tests/support/server.ts'
import { makeFolder, makeGame } from './support/game.ts'

/** A database that is missing or broken: the server refuses to start, says how to restore, and leaves it alone. */
let home: ReturnType<typeof makeFolder>
beforeEach(async () => {
  home = makeFolder()
  await makeGame(home.file, 50)
})
afterEach(() => home.remove())

async function start() {
  return runServer({ ...(await serverEnv(await freePort())), DATABASE_FILE: home.file }).ended
}

function replaceHalf(file: string): void {
  const bytes = readFileSync(file)
  randomBytes(bytes.length / 4).copy(bytes, bytes.length / 2)
  writeFileSync(file, bytes)
}

test.each([
  ['bytes in its middle are others', replaceHalf],
  ['it is cut in half', (file: string) => truncateSync(file, 4096 * 20)],
  ['it is cut to nothing', (file: string) => truncateSync(file, 0)],
  ['it is something else', (file: string) => writeFileSync(file, randomBytes(100_000))],
  [
    'its first page is lost',
    (file: string) =>
      writeFileSync(file, Buffer.concat([Buffer.alloc(4096), readFileSync(file).subarray(4096)])),
  ],
])('%s', async (_, breakIt) => {
  breakIt(home.file)
  const broken = readFileSync(home.file)
  const { code, err } = await start()
  expect([code, err]).toEqual([1, expect.stringMatching(/^Douze cannot start\. .*npm run restore/)])
  expect(err).not.toContain('    at ')
  expect(readFileSync(home.file).equals(broken)).toBe(true)
})

test('it is missing, and stays so', async () => {
  home.remove()
  const { code, err } = await start()
  expect([code, err]).toEqual([1, expect.stringMatching(/^Douze cannot start\. .*npm run restore/)])
  expect(existsSync(home.file)).toBe(false)
})

test("it is another program's: no game is put into it", async () => {
  home.remove()
  const again = makeFolder()
  const other = new Database(again.file)
  other.exec('create table recipes (id integer primary key)')
  other.close()
  home = again
  const { code, err } = await start()
  expect([code, err]).toEqual([1, expect.stringContaining('is the database of another program')])
  const after = new Database(again.file)
  expect(after.prepare('select name from sqlite_master').pluck().all()).toEqual(['recipes'])
  after.close()
})
