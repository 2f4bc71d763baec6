import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hashFolder, newDatabasePath } from '#tests/support/database-files.ts'
import { commandsOnDatabase } from '#tests/support/run-command.ts'
import { makeDatabase, npmServe, runServer, serverEnv, startServer } from '#tests/support/server.ts'

const onNetwork = { NODE_OPTIONS: '--import=./tests/support/network-disk.mjs' }

describe('a database on a network file system', () => {
  test.each([
    ['npm start', undefined],
    ['npm run serve', npmServe],
  ])('is refused by %s, and nothing is changed', async (_, command) => {
    const file = await makeDatabase()
    const before = hashFolder(file)
    const env = { ...(await serverEnv(3000)), ...onNetwork, DATABASE_FILE: file }
    const { code, err } = await runServer(env, command).ended
    expect(code).toBe(1)
    expect(err).toMatch(/^Douze cannot start\. \/.+douze\.db is on a network file system/)
    expect(err).toContain('DATABASE_ON_NETWORK=1')
    expect(hashFolder(file)).toEqual(before)
  })

  test('is served where the setting takes the risk', async () => {
    const server = await startServer({ ...onNetwork, DATABASE_ON_NETWORK: '1' })
    expect((await server.ask({ path: '/healthz' })).status).toBe(200)
    await server.stop()
  })

  test.each(commandsOnDatabase)('is refused by npm run %s, and none is created', (...args) => {
    const file = newDatabasePath()
    const env = { ...process.env, ...onNetwork, DATABASE_FILE: file, DATABASE_URL: '' }
    const run = spawnSync(process.execPath, ['scripts/command.mjs', ...args], { env, encoding: 'utf8' })
    expect([run.status === 0, run.stderr]).toEqual([
      false,
      expect.stringContaining('is on a network file system'),
    ])
    expect(existsSync(file)).toBe(false)
  })

  test('is no place to move a game to', async () => {
    const env = {
      ...process.env,
      ...onNetwork,
      DATABASE_FILE: '',
      DATABASE_URL: 'postgres://nobody@localhost:1/none',
    }
    const to = join(newDatabasePath(), '..', 'moved.db')
    const args = ['scripts/command.mjs', 'move', '--to', to]
    const run = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    expect([run.status, run.stderr]).toEqual([1, expect.stringContaining('is on a network file system')])
    expect(existsSync(to)).toBe(false)
  })
})
