import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type FileFault, inspectDatabaseFile } from '#app/services/backup/database-file.server.ts'
import {
  alterDatabase,
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
import { describeFileFault } from '../../../app/server/database-file-messages.ts'

const restore = 'npm run restore -- <backup>'
const begin = 'npm run migrate -- --create'

function write(name: string, text: string): string {
  const file = newDatabasePath()
  writeFileSync(`${file}${name}`, text)
  return file
}

const unusable: [name: string, make: () => string | Promise<string>, fault: FileFault, says: string[]][] = [
  ['that is missing', () => newDatabasePath(), 'missing', ['There is no database at', restore, begin]],
  [
    'that is missing with its folder',
    () => newDatabasePath('not-mounted/douze.db'),
    'missing',
    [restore, begin],
  ],
  ['that is missing while its log exists', () => write('-wal', 'the last saves'), 'missing', ['keep it']],
  ['that is empty', () => write('', ''), 'empty', ['is empty', restore, begin]],
  [
    'without a table',
    () => alterDatabase(newDatabasePath(), 'create table t (a); drop table t'),
    'empty',
    [restore, begin],
  ],
  ['that is text', () => write('', 'no database, but long enough to be looked at'), 'damaged', [restore]],
  ['that is truncated', async () => truncateDatabase(await makeDatabase()), 'damaged', [restore]],
  [
    'with a broken page',
    async () => corruptPage(await makeDatabase()),
    'damaged',
    ['is damaged. Keep it', restore],
  ],
  ['of another program', () => makeForeignDatabase(), 'foreign', ['another program', 'DATABASE_FILE']],
  [
    'of a newer Douze',
    async () => makeNewerDatabase(await makeDatabase()),
    'newer',
    ['9999-tomorrow', restore],
  ],
  ['that is a folder', () => folder(newDatabasePath()), 'unreadable', ['cannot be read (it is no file)']],
]

function folder(path: string): string {
  mkdirSync(path)
  return path
}

describe('an unusable file is reported and left unchanged: a file', () => {
  test.each(unusable)('%s', async (_, make, fault, messages) => {
    const file = await make()
    const before = hashFolder(file)
    const state = await inspectDatabaseFile(file)
    expect(state).toMatchObject({ ok: false, fault })
    const words = state.ok ? '' : describeFileFault(file, state)
    expect(words).not.toContain('\n')
    for (const each of [file, ...messages]) expect(words).toContain(each)
    expect(hashFolder(file)).toEqual(before)
  })

  test('that is empty, with a leftover log', async () => {
    const file = write('', '')
    writeFileSync(`${file}-wal`, 'the last saves')
    expect(await inspectDatabaseFile(file)).toMatchObject({
      fault: 'empty',
      detail: 'its log douze.db-wal is still there: keep it',
    })
    expect(Object.keys(hashFolder(file))).toEqual(['douze.db', 'douze.db-wal'])
  })
})

test('a sound file is usable, and its pending migrations are named', async () => {
  expect(await inspectDatabaseFile(await makeDatabase())).toEqual({ ok: true, pending: [] })
  const { file, missing } = await makeOlderDatabase()
  expect(await inspectDatabaseFile(file)).toEqual({ ok: true, pending: [missing] })
})

test('an orphaned row is damage in a thorough inspection', async () => {
  const file = orphanRows(await makeDatabase())
  expect(await inspectDatabaseFile(file)).toMatchObject({ ok: true })
  expect(await inspectDatabaseFile(file, { isThorough: true })).toMatchObject({
    fault: 'damaged',
    detail: expect.stringContaining('entries'),
  })
})
