import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type FileFault, inspectFile } from '#app/services/database-file.server.ts'
import {
  alter,
  cut,
  folderOf,
  freshPath,
  makeForeign,
  makeNewer,
  makeOlder,
  orphan,
  scratch,
} from '#tests/files.ts'
import { makeDatabase } from '#tests/server.ts'
import { sayFault } from '../../scripts/file-words.ts'

const restore = 'npm run restore -- <backup>'
const begin = 'npm run migrate -- --create'

function write(name: string, text: string): string {
  const file = freshPath()
  writeFileSync(`${file}${name}`, text)
  return file
}

const unusable: [name: string, make: () => string | Promise<string>, fault: FileFault, says: string[]][] = [
  ['that is missing', () => freshPath(), 'missing', ['There is no database at', restore, begin]],
  ['that is missing with its folder', () => freshPath('not-mounted/douze.db'), 'missing', [restore, begin]],
  ['that is missing while its log is not', () => write('-wal', 'the last saves'), 'missing', ['keep it']],
  ['of no bytes', () => write('', ''), 'empty', ['is empty', restore, begin]],
  [
    'without a table',
    () => alter(freshPath(), 'create table t (a); drop table t'),
    'empty',
    [restore, begin],
  ],
  ['that is text', () => write('', 'no database, but long enough to be looked at'), 'damaged', [restore]],
  ['that was cut off', async () => cut(await makeDatabase()), 'damaged', [restore]],
  [
    'with a broken page',
    async () => scratch(await makeDatabase()),
    'damaged',
    ['is damaged. Keep it', restore],
  ],
  ['of another program', () => makeForeign(), 'foreign', ['another program', 'DATABASE_FILE']],
  ['of a newer Douze', async () => makeNewer(await makeDatabase()), 'newer', ['9999-tomorrow', restore]],
  ['that is a folder', () => folder(freshPath()), 'unreadable', ['cannot be read (it is no file)']],
]

function folder(path: string): string {
  mkdirSync(path)
  return path
}

describe('what cannot be the database is named and left as it is: a file', () => {
  test.each(unusable)('%s', async (_, make, fault, says) => {
    const file = await make()
    const before = folderOf(file)
    const state = await inspectFile(file)
    expect(state).toMatchObject({ ok: false, fault })
    const words = state.ok ? '' : sayFault(file, state)
    expect(words).not.toContain('\n')
    for (const each of [file, ...says]) expect(words).toContain(each)
    expect(folderOf(file)).toEqual(before)
  })

  test('of no bytes, whose log is left', async () => {
    const file = write('', '')
    writeFileSync(`${file}-wal`, 'the last saves')
    expect(await inspectFile(file)).toMatchObject({
      fault: 'empty',
      detail: 'its log douze.db-wal is still there: keep it',
    })
    expect(Object.keys(folderOf(file))).toEqual(['douze.db', 'douze.db-wal'])
  })
})

test('a sound file is usable, and what it lacks of the schema is named', async () => {
  expect(await inspectFile(await makeDatabase())).toEqual({ ok: true, pending: [] })
  const { file, missing } = await makeOlder()
  expect(await inspectFile(file)).toEqual({ ok: true, pending: [missing] })
})

test('a row that refers to none is damage to a thorough look', async () => {
  const file = orphan(await makeDatabase())
  expect(await inspectFile(file)).toMatchObject({ ok: true })
  expect(await inspectFile(file, { isThorough: true })).toMatchObject({
    fault: 'damaged',
    detail: expect.stringContaining('entries'),
  })
})
