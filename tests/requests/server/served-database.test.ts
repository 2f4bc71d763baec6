import { copyFileSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getEntryOrder, openSaver } from '#tests/faults/support/client.ts'
import { compareWithStore, makeFolder, makeGame, type Player } from '#tests/faults/support/game.ts'
import { isOnPostgres, newDatabase, onServer } from '#tests/support/databases.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../../scripts/load/save-log.ts'

/** Commands, and hands, on the database of a running server: no acknowledged save is lost. */
let location: string
let server: Awaited<ReturnType<typeof startServer>>
let players: Player[]
let log: ReturnType<typeof createSaveLog>
/** Where commands may write. */
let home: ReturnType<typeof makeFolder>

beforeEach(async () => {
  home = makeFolder()
  location = await newDatabase('served')
  players = (await makeGame(location, 3)).players
  server = await startServer({ DATABASE_FILE: location })
  log = createSaveLog()
  for (const n of [0, 1]) expect(await save(n)).toBe('saved')
})
afterEach(async () => {
  if (server.child.exitCode === null && server.child.signalCode === null) await server.stop()
  home.remove()
})

let count = 0

/** Saves a team; each one differs from the one before. */
async function save(n: number) {
  count += 1
  const player = players[n] ?? players[0]
  if (!player) throw new Error('There are no players')
  const { outcome } = await openSaver(server.port, player, log).saveTeam(
    `Team ${count}`,
    getEntryOrder(count),
  )
  return outcome
}

async function get(path: string) {
  const { status, body } = await server.ask({
    path,
    headers: { Host: `localhost:${server.port}`, Cookie: players[0]?.cookie ?? '' },
  })
  return { status, body }
}

function run(command: string, ...args: string[]) {
  return runCommand(command, location, ...args)
}

/** Fails unless each acknowledged save is in the database, and nothing that was refused. */
async function expectAllStored() {
  expect(await save(2)).toBe('saved')
  await server.stop()
  expect((await compareWithStore(location, log.saves)).broken).toEqual([])
  expect(log.saves.filter(({ outcome }) => outcome === 'saved').length).toBeGreaterThan(2)
}

test('npm run move refuses the database of a running server, as source and as target', async () => {
  const target = isOnPostgres ? await newDatabase('target') : join(home.folder, 'new.db')
  const away = await run('move', '--to', target)
  expect(away).toMatchObject({
    code: 1,
    said: expect.stringContaining('is being served. Stop the game first'),
  })
  const source = await newDatabase('other')
  await makeGame(source, 0)
  const over = await runCommand('move', source, '--to', location)
  expect(over).toMatchObject({ code: 1, said: expect.stringContaining('Nothing was moved.') })
  await expectAllStored()
})

test.runIf(isOnPostgres)(
  'so does npm run move after PostgreSQL has cut all connections of the server',
  async () => {
    const database = new URL(location).pathname.slice(1)
    const countMarks = () =>
      onServer(async (admin) => {
        const marks = sql<{ n: number }>`select count(*) as n from pg_locks
        join pg_database on pg_database.oid = pg_locks.database
        where datname = ${database} and locktype = 'advisory' and mode = 'ShareLock'`
        return (await marks.execute(admin)).rows[0]?.n ?? 0
      })
    await onServer((admin) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`.execute(admin),
    )
    // Nobody asks the server for anything meanwhile.
    await expect.poll(countMarks, { timeout: 10_000 }).toBeGreaterThan(0)
    const moved = await run('move', '--to', await newDatabase('target'))
    expect(moved).toMatchObject({ code: 1, said: expect.stringContaining('is being served') })
    await expectAllStored()
  },
)

test.skipIf(isOnPostgres)(
  'so do npm run move and restore where only SQLite knows of the server',
  async () => {
    const backup = await makeBackup()
    rmSync(`${location}-lock`)
    const moved = await run('move', '--to', join(home.folder, 'new.db'))
    expect(moved).toMatchObject({ code: 1, said: expect.stringContaining('is being served') })
    const restored = await run('restore', backup)
    expect(restored).toMatchObject({ code: 1, said: expect.stringContaining('is in use') })
    await expectAllStored()
  },
)

test.skipIf(isOnPostgres)('so do they where only its lock knows of the server', async () => {
  const backup = await makeBackup()
  const ends = ['', '-wal', '-shm']
  for (const end of ends) renameSync(`${location}${end}`, join(home.folder, `aside${end}`))
  // A file that the server has not opened.
  copyFileSync(backup, location)
  const moved = await run('move', '--to', join(home.folder, 'new.db'))
  expect(moved).toMatchObject({ code: 1, said: expect.stringContaining('is being served') })
  const restored = await run('restore', backup)
  expect(restored).toMatchObject({ code: 1, said: expect.stringContaining('is in use') })
  for (const end of ends) renameSync(join(home.folder, `aside${end}`), `${location}${end}`)
  await expectAllStored()
})

test('npm run backup, migrate and season work beside a running server', async () => {
  for (const args of [['migrate'], ['season', 'list'], ['season', 'load', 'db/seasons/2026.json']]) {
    const [command = '', ...rest] = args
    expect(await run(command, ...rest)).toMatchObject({ code: 0 })
    expect(await save(0)).toBe('saved')
  }
  if (!isOnPostgres) {
    await makeBackup()
    expect((await compareWithStore(location, log.saves)).broken).toEqual([])
  }
  await expectAllStored()
})

async function makeBackup(): Promise<string> {
  const target = join(home.folder, 'backups')
  expect(await run('backup', target)).toMatchObject({ code: 0 })
  const [name = ''] = readdirSync(target)
  return join(target, name)
}

/** Saves are refused, reads are served, and the log and /healthz say what to do. */
async function expectRefused() {
  expect(await save(0)).toBe('refused')
  expect(await get('/game')).toMatchObject({ status: 200, body: expect.stringContaining('Team ') })
  const { status, body } = await get('/healthz')
  expect([status, body]).toEqual([503, expect.stringContaining('renamed, removed or replaced')])
  const notSaved = server.log().filter(({ event }) => event === 'not-saved')
  expect(JSON.stringify(notSaved)).toContain('Put it back')
}

test.skipIf(isOnPostgres).each([
  ['the database', ''],
  ['the log of the database', '-wal'],
  ["the log's index", '-shm'],
])('%s that is renamed under the server takes no saves, until it is back', async (_, end) => {
  renameSync(`${location}${end}`, join(home.folder, 'aside'))
  await expectRefused()
  renameSync(join(home.folder, 'aside'), `${location}${end}`)
  expect((await get('/healthz')).status).toBe(200)
  await expectAllStored()
})

test.skipIf(isOnPostgres)(
  'a database that is replaced under the server takes no saves; both stay whole',
  async () => {
    const backup = await makeBackup()
    const [aside, copy] = [join(home.folder, 'aside'), join(home.folder, 'copy')]
    copyFileSync(backup, copy)
    renameSync(location, aside)
    renameSync(copy, location)
    await expectRefused()
    // A restore is refused as long as the server runs, whatever lies there.
    expect(await run('restore', backup)).toMatchObject({ code: 1 })
    await server.stop()
    renameSync(`${location}-wal`, `${aside}-wal`)
    for (const file of [aside, location]) expect((await compareWithStore(file, log.saves)).broken).toEqual([])
  },
)

test.skipIf(isOnPostgres)(
  'a database that is removed under the server can be rescued from the process',
  async () => {
    rmSync(location)
    await expectRefused()
    const descriptors = `/proc/${server.child.pid}/fd`
    for (const end of ['', '-wal']) {
      const number = readdirSync(descriptors).find((each) => {
        return readlinkSync(join(descriptors, each)).startsWith(
          `${location}${end === '' ? ' (deleted)' : end}`,
        )
      })
      copyFileSync(join(descriptors, number ?? ''), join(home.folder, `rescued.db${end}`))
    }
    server.child.kill('SIGKILL')
    await server.ended
    expect(await run('restore', join(home.folder, 'rescued.db'))).toMatchObject({ code: 0 })
    expect((await compareWithStore(location, log.saves)).broken).toEqual([])
  },
)
