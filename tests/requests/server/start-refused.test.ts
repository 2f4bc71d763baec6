import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { lockExclusive } from '#db/sqlite/file-lock.server.ts'
import {
  hashFolder,
  makeNewerDatabase,
  makeOlderDatabase,
  newDatabasePath,
} from '#tests/support/database-files.ts'
import { commandsOnDatabase } from '#tests/support/run-command.ts'
import { makeDatabase, npmServe, runServer, serverEnv, startServer } from '#tests/support/server.ts'

/** Starts with unusable database files; tests/services/backup/database-file.test.ts covers every case. */
async function refusal(file: string) {
  const before = hashFolder(file)
  const { code, err, out } = await runServer({ ...(await serverEnv(3000)), DATABASE_FILE: file }).ended
  expect(hashFolder(file)).toEqual(before)
  return { code, err, out, lines: err.trim().split('\n').length }
}

const otherNode = { NODE_OPTIONS: '--import=./tests/support/other-node.mjs' }
const installAgain =
  /The packages were installed for .+ version of Node .+\(v\d.+npm ci --include=dev .+self-register/

test.each([
  ['npm start', undefined],
  ['npm run serve', npmServe],
])('with packages of another Node %s says what to do', async (_, command) => {
  const env = { ...(await serverEnv(3000, { DATABASE_FILE: newDatabasePath() })), ...otherNode }
  const { code, err } = await runServer(env, command).ended
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(installAgain) })
  expect(err.trim().split('\n')).toHaveLength(1)
})

test.each(commandsOnDatabase)(
  'with packages of another Node npm run %s says what to do, and makes no file',
  async (...args) => {
    const file = newDatabasePath()
    const env = { ...process.env, ...otherNode, DATABASE_FILE: file, DATABASE_URL: '' }
    const run = spawnSync(process.execPath, ['scripts/command.mjs', ...args], { env, encoding: 'utf8' })
    expect([run.status, run.stderr]).toEqual([expect.any(Number), expect.stringMatching(installAgain)])
    expect(run.status).toBeGreaterThan(0)
    expect(readdirSync(dirname(file))).toEqual([])
  },
)

test.each([
  ['scripts/start.mjs', 1024, 5000],
  ['scripts/command.mjs backup', 64, 512],
])('%s with %s open files at most says how many it needs', (command, limit, needed) => {
  const { status, stderr } = spawnSync('sh', ['-c', `ulimit -n ${limit}; exec node ${command}`], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([
    1,
    `Douze cannot start. It may open ${limit} files at once and needs ${needed}. Raise the limit: ulimit -n, or LimitNOFILE= in its service.\n`,
  ])
})

test('without a database the server refuses to start and creates none', async () => {
  const { err, ...rest } = await refusal(newDatabasePath())
  expect(rest).toEqual({ code: 1, out: '', lines: 1 })
  expect(err).toMatch(/^Douze cannot start\. There is no database at \/.+douze\.db\./)
  expect(err).toContain('npm run restore -- <backup>')
  expect(err).toContain('npm run migrate -- --create')
})

test('with a database of a newer version the server refuses to start and does not change it', async () => {
  const { err, ...rest } = await refusal(makeNewerDatabase(await makeDatabase()))
  expect(rest).toEqual({ code: 1, out: '', lines: 1 })
  expect(err).toMatch(/^Douze cannot start\. .+ was changed by a newer Douze.+9999-tomorrow/)
})

test('while its database is being restored the server refuses to start', async () => {
  const file = await makeDatabase()
  const release = lockExclusive(file)
  expect(release).toBeDefined()
  expect(await refusal(file)).toMatchObject({ code: 1, err: expect.stringContaining('is being restored') })
  release?.()
})

test('a database of an older version is migrated, and the game continues', async () => {
  const { file, missing } = await makeOlderDatabase()
  const server = await startServer({ DATABASE_FILE: file })
  expect(server.log()).toContainEqual(
    expect.objectContaining({
      event: 'migrated',
      names: missing,
      backup: expect.stringContaining('before-'),
    }),
  )
  expect((await server.ask({ path: '/healthz' })).status).toBe(200)
  await server.stop()
})

test.each([
  'https://douze.example/game',
  'https://douze.example//',
  'https://anna@douze.example',
  'https://anna:secret@douze.example/',
  'https://douze.example/?x=1',
  'https://douze.example?',
  'https://douze.example/#top',
])('with PUBLIC_ORIGIN %s the server refuses to start and says what an origin is', async (PUBLIC_ORIGIN) => {
  const { code, err } = await runServer({ ...(await serverEnv(3000)), PUBLIC_ORIGIN }).ended
  expect(code).toBe(1)
  expect(err).toContain('Douze cannot start.')
  expect(err).toContain('PUBLIC_ORIGIN: must be a host only: no path, user or query')
  expect(err).not.toContain('secret@')
})

test('PUBLIC_ORIGIN may be written in any case, with a slash and with the default port', async () => {
  const server = await startServer({ PUBLIC_ORIGIN: 'https://Douze.Example:443/' })
  expect(server.log()).toContainEqual(
    expect.objectContaining({ event: 'listening', origin: 'https://douze.example' }),
  )
  await server.stop()
})
