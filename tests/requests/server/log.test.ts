import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { MAX_UNREAD_BYTES } from '#app/server/monitoring/log.server.ts'
import { openSaver } from '#tests/faults/support/client.ts'
import { compareWithStore, makeGame } from '#tests/faults/support/game.ts'
import { mountSmallDisk } from '#tests/faults/support/small-disk.ts'
import { newDatabase } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/provider.ts'
import { npmStart, sendRaw, serverEnv, startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../../scripts/load/save-log.ts'

/** What becomes of the server when its log cannot be written. */
const location = await newDatabase('log')
const { players } = await makeGame(location, 2)
const saves = createSaveLog()
/** Is refused at once, and logged with a line as long as lines get: 1 kB. */
const longPath = `/${'"'.repeat(2048)}`
const disk = mountSmallDisk(1024 * 1024)
if (typeof disk === 'string') console.warn(`A log on a full disk is not tried: ${disk}`)
afterAll(() => {
  if (typeof disk !== 'string') disk.remove()
})

/** A player's saves are acknowledged and stored, while more lines are logged than a page of a disk has room for. */
async function expectSaves(port: number, player = players[0]): Promise<void> {
  if (!player) throw new Error('No players')
  const saver = openSaver(port, player, saves)
  for (let n = 0; n < 10; n += 1) expect((await saver.get(longPath)).status).toBe(400)
  expect((await saver.saveTeam('Lamps')).outcome).toBe('saved')
  expect((await saver.get('/game')).status).toBe(200)
  expect((await compareWithStore(location, saves.saves)).broken).toEqual([])
}

test('while nobody reads its log the server answers and keeps 8 MB of lines; read again, the log says how many are lost', async () => {
  const server = await startServer()
  server.child.stdout.pause()
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const turns = Array(100).fill(0)
  for (const _ of turns) {
    const replies = await Promise.all(turns.map(() => server.ask({ agent, path: longPath })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]))
  }
  agent.destroy()
  server.child.stdout.resume()
  let asked = 100 * 100
  for (; !server.output.out.includes('"/last"'); asked += 1) await server.ask({ path: '/last' })
  expect((await server.stop()).code).toBe(0)
  expect(server.output.out.length).toBeLessThan(MAX_UNREAD_BYTES * 1.1)
  const log = server.log()
  const lost = log.filter(({ event }) => event === 'log-lines-lost').map(({ lines }) => Number(lines))
  const logged = log.filter(({ event }) => event === 'request').length
  // A line of another event may be among the lost ones.
  expect(lost.reduce((sum, lines) => sum + lines, 0)).toBeGreaterThanOrEqual(asked - logged)
})

test('when the reader of its log goes away, the server loses lines, but no save', async () => {
  // Node writes to stderr about each request.
  const server = await startServer({ DATABASE_FILE: location, NODE_DEBUG: 'http' })
  server.child.stdout.destroy()
  server.child.stderr.destroy()
  await expectSaves(server.port)
  expect((await server.stop()).code).toBe(0)
})

test.skipIf(typeof disk === 'string')(
  'when the disk of its log is full, the server loses lines, but no save; with free space, the log says how many',
  async () => {
    if (typeof disk === 'string') throw new Error(disk)
    const port = await freePort()
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production' as const,
      ...(await serverEnv(port, { DATABASE_FILE: location })),
    }
    const file = join(disk.folder, 'log')
    const log = openSync(file, 'a')
    const server = spawn(process.execPath, npmStart.args, { env, stdio: ['ignore', log, log] })
    const read = () => readFileSync(file, 'utf8')
    await vi.waitFor(() => expect(read()).toContain('"listening"'), 20_000)
    disk.fill()
    await expectSaves(port, players[1])
    disk.clear()
    while (!read().includes('"/last"')) await sendRaw({ port, path: '/last' })
    expect(read()).toMatch(/^{"time":"[^"]+","level":"warn","event":"log-lines-lost","lines":[1-9]\d*}$/m)
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  },
)
