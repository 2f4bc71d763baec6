import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createBackup, defaultBackupFolder } from '#app/services/backup/backup.server.ts'
import { inspectDatabaseFile } from '#app/services/backup/database-file.server.ts'
import { openDatabase } from '#db/sqlite/open.server.ts'
import {
  corruptPage,
  hashFolder,
  makeNewerDatabase,
  newDatabasePath,
  orphanRows,
  truncateDatabase,
} from '#tests/support/database-files.ts'
import { makeDatabase } from '#tests/support/server.ts'

const night = Date.parse('2026-05-12T19:00:00Z')
const day = 24 * 60 * 60 * 1000

function names(folder: string): string[] {
  return readdirSync(folder).sort()
}

describe('a backup', () => {
  test('is one complete file that only its owner can read, with a summary', async () => {
    const file = await makeDatabase()
    const folder = join(dirname(file), 'deep', 'backups')
    const made = await createBackup(file, { folder, keepCount: 14, now: night })
    expect(made).toMatchObject({
      ok: true,
      path: join(folder, 'douze-2026-05-12T19-00-00.000Z.db'),
      contents: { seasons: [{ year: 2025, isActive: true, teamCount: 0 }], lastSaveAt: null },
      removed: [],
    })
    expect(names(folder)).toEqual(['douze-2026-05-12T19-00-00.000Z.db'])
    if (!made.ok) return
    expect([statSync(folder).mode & 0o777, statSync(made.path).mode & 0o777]).toEqual([0o700, 0o600])
    expect(await inspectDatabaseFile(made.path, { isThorough: true })).toEqual({ ok: true, pending: [] })
  })

  test('includes saves that are still in the log of a served database', async () => {
    const file = await makeDatabase()
    const serving = openDatabase(file)
    await serving.insertInto('managers').values({ issuer: 'i', subject: 'anna', created_at: 0 }).execute()
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
    const made = await createBackup(file, { folder: defaultBackupFolder(file), keepCount: 1, now: night })
    expect(made).toMatchObject({ ok: true, contents: { managers: 1 } })
    await serving.destroy()
  })

  test('replaces the oldest of its kind, and nothing else', async () => {
    const file = await makeDatabase()
    const folder = defaultBackupFolder(file)
    const make = (now: number, before?: string) => createBackup(file, { folder, keepCount: 2, now, before })
    await make(night)
    await make(night, '0007-x')
    writeFileSync(join(folder, 'douze-of-last-year.db'), 'kept by hand')
    await make(night + day)
    expect(await make(night + 2 * day)).toMatchObject({ removed: ['douze-2026-05-12T19-00-00.000Z.db'] })
    expect(names(folder)).toEqual([
      'douze-2026-05-13T19-00-00.000Z.db',
      'douze-2026-05-14T19-00-00.000Z.db',
      'douze-before-0007-x-2026-05-12T19-00-00.000Z.db',
      'douze-of-last-year.db',
    ])
  })

  test('is retained when just made, although the clock was set back', async () => {
    const file = await makeDatabase()
    const folder = defaultBackupFolder(file)
    await createBackup(file, { folder, keepCount: 1, now: night })
    const made = await createBackup(file, { folder, keepCount: 1, now: night - day })
    expect(made).toMatchObject({ ok: true, removed: ['douze-2026-05-12T19-00-00.000Z.db'] })
    expect(names(folder)).toEqual(['douze-2026-05-11T19-00-00.000Z.db'])
  })
})

describe('no backup is made, and the last good one is retained,', () => {
  test.each([
    ['of a truncated database', truncateDatabase, 'damaged'],
    ['of a database with a broken page', corruptPage, 'damaged'],
    ['of a database of a newer Douze', makeNewerDatabase, 'newer'],
    ['of a database with orphaned rows', orphanRows, 'damaged'],
  ])('%s', async (_, spoil, fault) => {
    const file = await makeDatabase()
    const folder = defaultBackupFolder(file)
    await createBackup(file, { folder, keepCount: 1, now: night })
    const before = hashFolder(join(folder, 'any'))
    spoil(file)
    expect(await createBackup(file, { folder, keepCount: 1, now: night + day })).toMatchObject({
      fault,
      path: file,
    })
    expect(hashFolder(join(folder, 'any'))).toEqual(before)
  })

  test('where no folder can be created', async () => {
    const file = await makeDatabase()
    const folder = newDatabasePath('a-file')
    writeFileSync(folder, '')
    expect(await createBackup(file, { folder, keepCount: 1, now: night })).toMatchObject({
      fault: 'not-written',
      path: folder,
    })
  })

  test('where writing fails halfway; the partial file is removed', async () => {
    const file = await makeDatabase()
    const folder = defaultBackupFolder(file)
    mkdirSync(folder)
    const limited = `trap '' XFSZ; ulimit -f 64; exec "$0" --import tsx scripts/backup.ts --keep 1`
    const ran = spawnSync('bash', ['-c', limited, process.execPath], {
      env: { ...process.env, DATABASE_FILE: file },
      encoding: 'utf8',
    })
    expect(ran).toMatchObject({ status: 1, stdout: '' })
    expect(ran.stderr).toContain('No backup was made. A backup could not be written into')
    expect(names(folder)).toEqual([])
  })
})
