import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBackup } from '#app/services/backup/backup.server.ts'
import { restoreBackup } from '#app/services/backup/restore.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { lockShared } from '#db/sqlite/file-lock.server.ts'
import { openDatabase } from '#db/sqlite/open.server.ts'
import { makeDatabase } from '#tests/support/server.ts'

/** Only the owner can read the database, its log, its lock and its copies, also with the usual umask. */
const now = Date.parse('2026-05-12T19:00:00Z')
let umask = 0
beforeEach(() => {
  umask = process.umask(0o022)
})
afterEach(() => void process.umask(umask))

/** The permissions of every file in a folder, by name. */
function rightsIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const rights = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8)
  return Object.fromEntries(files.map(({ name }) => [name, rights(name)]))
}

test('a created database, its log and its lock', async () => {
  const file = await makeDatabase()
  const db = openDatabase(file)
  await ensureManager(db, { issuer: 'test', subject: 'anna', now: 0 })
  const release = lockShared(file)
  expect(rightsIn(dirname(file))).toEqual({
    'douze.db': '600',
    'douze.db-lock': '600',
    'douze.db-shm': '600',
    'douze.db-wal': '600',
  })
  release?.()
  await db.destroy()
})

test('a database that the command creates, and its folder', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'douze-files-')), 'new')
  const command = ['--import', 'tsx', 'scripts/migrate.ts', '--create']
  const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, DATABASE_FILE: join(folder, 'douze.db') }
  const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  expect(rightsIn(folder)).toEqual({ 'douze.db': '600' })
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a backup, and the database restored from a world-readable one', async () => {
  const file = await makeDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'douze-files-'))
  const made = await createBackup(file, { folder, keepCount: 1, now })
  if (!made.ok) throw new Error(made.detail)
  expect(Object.values(rightsIn(folder))).toEqual(['600'])
  const open = join(folder, 'open.db')
  copyFileSync(made.path, open)
  chmodSync(open, 0o644)
  expect(await restoreBackup({ backup: open, file, now })).toMatchObject({ ok: true })
  expect(new Set(Object.values(rightsIn(dirname(file))))).toEqual(new Set(['600']))
})
