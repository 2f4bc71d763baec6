import { spawn } from 'node:child_process'
import { once } from 'node:events'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { startServer } from '#tests/support/server.ts'
import { migrations } from '../../migrations/index.ts'
import { findDamage } from '../../scripts/load/stored-saves.ts'
import { makeFolder, report, withDatabase } from './support/game.ts'

const home = makeFolder()
afterEach(home.remove)

/** A file as the first release left it. */
async function makeOldFile(file: string): Promise<void> {
  const { '0001-house': first } = migrations
  if (!first) throw new Error('There is no first migration')
  const db = openDatabase(file, { mayCreate: true })
  await migrate(db, { '0001-house': first })
  await db.destroy()
}

/** The SQL of every table and index. */
function readSchema(file: string): string[] {
  const sqlite = new Database(file)
  const rows = sqlite
    .prepare<[], string>('select sql from sqlite_master where sql is not null order by name')
    .pluck()
  const schema = rows.all()
  sqlite.close()
  return schema
}

/**
 * Starts the migration and kills it after so many checks have seen its write lock. Returns false when the migration ended
 * before that.
 */
async function killDuringMigration(file: string, checks: number): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/migrate.ts'], {
    env: { ...process.env, DATABASE_FILE: file },
  })
  const ended = once(child, 'exit')
  const watcher = new Database(file, { timeout: 0 })
  let seen = 0
  while (seen <= checks && child.exitCode === null) {
    if (isLocked(watcher)) seen += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  child.kill('SIGKILL')
  watcher.close()
  await ended
  return child.signalCode === 'SIGKILL'
}

function isLocked(sqlite: Database.Database): boolean {
  try {
    sqlite.exec('begin immediate; rollback')
    return false
  } catch {
    return true
  }
}

test('a migration that is killed at any point changes nothing, and the next start completes it', async () => {
  const fresh = openDatabase(`${home.file}.fresh`, { mayCreate: true })
  await migrate(fresh)
  await fresh.destroy()
  await makeOldFile(home.file)
  const [before, after] = [readSchema(home.file), readSchema(`${home.file}.fresh`)]
  expect(before).not.toEqual(after)
  let kills = 0
  for (const checks of [0, 1, 2, 4, 8, 16, 32, 64]) {
    if (await killDuringMigration(home.file, checks)) kills += 1
    expect([before, after]).toContainEqual(readSchema(home.file))
    if (readSchema(home.file).length === after.length) break
  }
  report('kill -9 during migration', { kills })
  expect(kills).toBeGreaterThan(1)
  const [one, other] = await Promise.all([
    startServer({ DATABASE_FILE: home.file }),
    startServer({ DATABASE_FILE: home.file }),
  ])
  expect(readSchema(home.file)).toEqual(after)
  expect([(await one.stop()).code, (await other.stop()).code]).toEqual([0, 0])
  expect(await withDatabase(home.file, findDamage)).toEqual([])
})
