import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSession } from '#app/auth/session/session.server.ts'
import { createBackup, defaultBackupFolder, upgradeDatabase } from '#app/services/backup/backup.server.ts'
import { inspectDatabaseFile } from '#app/services/backup/database-file.server.ts'
import { restoreBackup } from '#app/services/backup/restore.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { insertMailAddress } from '#db/mail/mail-addresses.server.ts'
import { lockShared } from '#db/sqlite/file-lock.server.ts'
import { openDatabase } from '#db/sqlite/open.server.ts'
import {
  corruptPage,
  hashFolder,
  makeForeignDatabase,
  makeNewerDatabase,
  makeOlderDatabase,
  newDatabasePath,
  orphanRows,
  truncateDatabase,
} from '#tests/support/database-files.ts'
import { makeDatabase } from '#tests/support/server.ts'
import { describeRestoreFailure } from '../../../app/server/database-file-messages.ts'

const now = Date.parse('2026-05-12T19:00:00Z')
const aside = (file: string) => `${file}.before-restore-2026-05-12T19-00-00.000Z`

/** A closed database with these managers. */
async function databaseOf(...subjects: string[]): Promise<string> {
  const file = await makeDatabase()
  const db = openDatabase(file)
  for (const subject of subjects) await ensureManager(db, { issuer: 'test', subject, now: 0 })
  await db.destroy()
  return file
}

async function managersIn(file: string): Promise<string[]> {
  const db = openDatabase(file)
  const rows = await db.selectFrom('managers').select('subject').orderBy('id').execute()
  await db.destroy()
  return rows.map((row) => row.subject)
}

async function backupOf(file: string): Promise<string> {
  const made = await createBackup(file, { folder: defaultBackupFolder(file), keepCount: 9, now })
  if (!made.ok) throw new Error(made.detail)
  return made.path
}

function makeFolder(path: string): void {
  rmSync(path)
  mkdirSync(path)
}

/** A backup with anna, and its database, which bob joined later. */
async function annaThenBob() {
  const file = await databaseOf('anna')
  const backup = await backupOf(file)
  const db = openDatabase(file)
  await ensureManager(db, { issuer: 'test', subject: 'bob', now: 0 })
  await db.destroy()
  return { file, backup }
}

describe('a restore', () => {
  test('restores the backup, and retains the previous database', async () => {
    const { file, backup } = await annaThenBob()
    expect(await restoreBackup({ backup, file, now })).toMatchObject({
      ok: true,
      aside: aside(file),
      pending: [],
      contents: { managers: 1, seasons: [{ year: 2025 }] },
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await managersIn(file)).toEqual(['anna'])
    expect(await managersIn(aside(file))).toEqual(['anna', 'bob'])
    expect(existsSync(backup)).toBe(true)
  })

  test('can be undone: the previous database is a backup, too', async () => {
    const { file, backup } = await annaThenBob()
    await restoreBackup({ backup, file, now })
    expect(await restoreBackup({ backup: aside(file), file, now: now + 1 })).toMatchObject({ ok: true })
    expect(await managersIn(file)).toEqual(['anna', 'bob'])
  })

  test('replaces a database that is missing with its folder', async () => {
    const { backup } = await annaThenBob()
    const file = newDatabasePath('new-disk/douze.db')
    expect(await restoreBackup({ backup, file, now })).toMatchObject({ ok: true, aside: undefined })
    expect(await managersIn(file)).toEqual(['anna'])
  })

  test('sets a damaged database aside with its log, which is not replayed into the restored one', async () => {
    const { file, backup } = await annaThenBob()
    const serving = openDatabase(file)
    await ensureManager(serving, { issuer: 'test', subject: 'carl', now: 0 })
    copyFileSync(`${file}-wal`, `${file}.log`)
    await serving.destroy()
    renameSync(`${file}.log`, `${file}-wal`)
    const log = readFileSync(`${file}-wal`)
    expect(log.length).toBeGreaterThan(0)
    writeFileSync(file, 'broken')
    expect(await restoreBackup({ backup, file, now })).toMatchObject({ ok: true, aside: aside(file) })
    expect(await managersIn(file)).toEqual(['anna'])
    expect(readFileSync(aside(file), 'utf8')).toBe('broken')
    expect(readFileSync(`${aside(file)}-wal`).equals(log)).toBe(true)
  })

  test('accepts a file that was copied with its log', async () => {
    const { file } = await annaThenBob()
    const db = openDatabase(file)
    await ensureManager(db, { issuer: 'test', subject: 'carl', now: 0 })
    const copy = newDatabasePath('copy.db')
    copyFileSync(file, copy)
    copyFileSync(`${file}-wal`, `${copy}-wal`)
    await db.destroy()
    expect(await restoreBackup({ backup: copy, file, now })).toMatchObject({ ok: true })
    expect(await managersIn(file)).toEqual(['anna', 'bob', 'carl'])
  })

  test('ends every session: one that was signed out since does not become valid again', async () => {
    const file = await databaseOf('zoe')
    const db = openDatabase(file)
    const managerId = await ensureManager(db, { issuer: 'test', subject: 'anna', now: 0 })
    await createSession(db, { managerId, isAdmin: true, now: Date.now() })
    await db.destroy()
    const backup = await backupOf(file)
    expect(await restoreBackup({ backup, file, now })).toMatchObject({ ok: true, contents: { managers: 2 } })
    const restored = openDatabase(file)
    expect(await restored.selectFrom('sessions').selectAll().execute()).toEqual([])
    await restored.destroy()
  })

  test('reuses no e-mail address id assigned since: a link in a mail would act on another address', async () => {
    const file = await databaseOf('zoe')
    const backup = await backupOf(file)
    const later = await storeAddress(file)
    expect(await restoreBackup({ backup, file, now })).toMatchObject({ ok: true })
    expect(await storeAddress(file)).toBeGreaterThan(later)
  })
})

async function storeAddress(file: string): Promise<number> {
  const db = openDatabase(file)
  const managerId = await ensureManager(db, { issuer: 'test', subject: 'zoe', now: 0 })
  const address = { managerId, address: 'zoe@example.org', timeZone: null, now: 0 }
  const id = await insertMailAddress(db, address)
  await db.destroy()
  return id
}

describe('nothing is restored or changed,', () => {
  const damagedBackups: [string, (backup: string) => unknown, string][] = [
    ['from a backup that is missing', (backup) => rmSync(backup), 'There is no backup at'],
    ['from an empty file', (backup) => writeFileSync(backup, ''), 'is empty'],
    ['from a text', (backup) => writeFileSync(backup, 'Dear diary'), 'is damaged'],
    ['from a truncated backup', truncateDatabase, 'is damaged'],
    ['from a backup with a broken page', corruptPage, 'is damaged'],
    ['from a backup with orphaned rows', orphanRows, 'is damaged'],
    ['from the database of another program', makeForeignDatabase, 'another program'],
    ['from a backup of a newer Douze', makeNewerDatabase, 'was made by a newer Douze'],
    ['from a folder', makeFolder, 'cannot be read'],
  ]
  test.each(damagedBackups)('%s', async (_, damage, message) => {
    const { file, backup } = await annaThenBob()
    damage(backup)
    const before = hashFolder(file)
    const refused = await restoreBackup({ backup, file, now })
    expect(refused.ok ? '' : describeRestoreFailure(refused)).toContain(message)
    expect(refused.ok ? '' : describeRestoreFailure(refused)).toContain(basename(backup))
    expect(hashFolder(file)).toEqual(before)
  })

  test('from the database itself', async () => {
    const { file } = await annaThenBob()
    const before = hashFolder(file)
    expect(await restoreBackup({ backup: file, file, now })).toMatchObject({ fault: 'same-file' })
    expect(hashFolder(file)).toEqual(before)
  })

  test('while a server uses the database, however damaged that is', async () => {
    const { file, backup } = await annaThenBob()
    const release = lockShared(file)
    truncateDatabase(file)
    const before = hashFolder(file)
    expect(await restoreBackup({ backup, file, now })).toMatchObject({ fault: 'in-use', path: file })
    expect(hashFolder(file)).toEqual(before)
    release?.()
    expect(await restoreBackup({ backup, file, now })).toMatchObject({ ok: true })
  })

  test('while another process has the database open, such as a version that takes no lock', async () => {
    const { file, backup } = await annaThenBob()
    const other = openDatabase(file)
    await ensureManager(other, { issuer: 'test', subject: 'carl', now: 0 })
    const before = hashFolder(file)
    expect(await restoreBackup({ backup, file, now })).toMatchObject({ fault: 'in-use', path: file })
    expect(hashFolder(file)).toEqual(before)
    await other.destroy()
    expect(await managersIn(file)).toEqual(['anna', 'bob', 'carl'])
  })
})

describe('an upgrade', () => {
  test('makes a backup first, which restores the previous version', async () => {
    const { file, missing } = await makeOlderDatabase()
    const upgraded = await upgradeDatabase(file, { pending: [missing], now })
    expect(upgraded).toMatchObject({ ok: true, ran: [missing] })
    expect(await inspectDatabaseFile(file)).toEqual({ ok: true, pending: [] })
    const backup = upgraded.ok ? (upgraded.backup ?? '') : ''
    expect(basename(backup)).toBe(`douze-before-${missing}-2026-05-12T19-00-00.000Z.db`)
    expect(await restoreBackup({ backup, file, now })).toMatchObject({ ok: true, pending: [missing] })
    expect(await inspectDatabaseFile(file)).toEqual({ ok: true, pending: [missing] })
  })

  test('changes nothing when no backup can be made', async () => {
    const { file, missing } = await makeOlderDatabase()
    writeFileSync(defaultBackupFolder(file), 'in the way')
    expect(await upgradeDatabase(file, { pending: [missing], now })).toMatchObject({ fault: 'not-written' })
    expect(await inspectDatabaseFile(file)).toEqual({ ok: true, pending: [missing] })
  })

  test('without pending migrations makes no backup', async () => {
    const file = await makeDatabase()
    expect(await upgradeDatabase(file, { pending: [], now })).toEqual({ ok: true, ran: [] })
    expect(existsSync(defaultBackupFolder(file))).toBe(false)
  })
})
