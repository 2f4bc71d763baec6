import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '#tests/support/provider.ts'
import { runServer, serverEnv } from '#tests/support/server.ts'
import { makeFolder, makeGame } from './support/game.ts'

/** With a missing or broken database the server exits, explains how to restore it, and does not change the file. */
let home: ReturnType<typeof makeFolder>
beforeEach(async () => {
  home = makeFolder()
  await makeGame(home.file, 50)
})
afterEach(() => home.remove())

async function start() {
  return runServer({ ...(await serverEnv(await freePort())), DATABASE_FILE: home.file }).ended
}

function corruptMiddle(file: string): void {
  const bytes = readFileSync(file)
  randomBytes(bytes.length / 4).copy(bytes, bytes.length / 2)
  writeFileSync(file, bytes)
}

test.each([
  ['bytes in the middle are corrupt', corruptMiddle],
  ['the file is cut in half', (file: string) => truncateSync(file, 4096 * 20)],
  ['the file is empty', (file: string) => truncateSync(file, 0)],
  ['the file is no database', (file: string) => writeFileSync(file, randomBytes(100_000))],
  [
    'the first page is zeroed',
    (file: string) =>
      writeFileSync(file, Buffer.concat([Buffer.alloc(4096), readFileSync(file).subarray(4096)])),
  ],
])('%s', async (_, damage) => {
  damage(home.file)
  const broken = readFileSync(home.file)
  const { code, err } = await start()
  expect([code, err]).toEqual([1, expect.stringMatching(/^Douze cannot start\. .*npm run restore/)])
  expect(err).not.toContain('    at ')
  expect(readFileSync(home.file).equals(broken)).toBe(true)
})

test('a missing file is not created', async () => {
  home.remove()
  const { code, err } = await start()
  expect([code, err]).toEqual([1, expect.stringMatching(/^Douze cannot start\. .*npm run restore/)])
  expect(existsSync(home.file)).toBe(false)
})

test('a database of another program is left alone', async () => {
  home.remove()
  const next = makeFolder()
  const other = new Database(next.file)
  other.exec('create table recipes (id integer primary key)')
  other.close()
  home = next
  const { code, err } = await start()
  expect([code, err]).toEqual([1, expect.stringContaining('is the database of another program')])
  const after = new Database(next.file)
  expect(after.prepare('select name from sqlite_master').pluck().all()).toEqual(['recipes'])
  after.close()
})
