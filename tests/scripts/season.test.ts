import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { newDatabase, toDatabaseSetting } from '#tests/support/databases.ts'
import { runSeason } from '../../scripts/season/commands.ts'

const source = readFileSync('db/seasons/2025.json', 'utf8')

let folder: string
let location: string
let db: Db

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'douze-season-'))
  location = await newDatabase('season')
  db = openDatabase(location, { mayCreate: true })
  await migrate(db)
})

afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

afterEach(() => vi.restoreAllMocks())

/** Runs npm run season in this process. */
async function season(...words: string[]) {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {})
  const err = vi.spyOn(console, 'error').mockImplementation(() => {})
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const code = await runSeason(words, { ok: true, location })
  const notes = warned.mock.calls.map(String)
  const output = { code, out: out.mock.calls.join('\n'), err: err.mock.calls.join('\n'), notes }
  vi.restoreAllMocks()
  return output
}

function write(text: string): string {
  const file = join(folder, 'season.json')
  writeFileSync(file, text)
  return file
}

async function everything() {
  const tables = ['games', 'rounds', 'entries', 'versions'] as const
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
}

test('a season is loaded, activated and listed; a second load reports no changes', async () => {
  expect(await season('load', 'db/seasons/2025.json')).toMatchObject({
    code: 0,
    out: 'Loaded season 2025 (Basel): 37 entries, 3 rounds.',
  })
  expect(await season('load', 'db/seasons/2025.json')).toMatchObject({
    code: 0,
    out: 'Season 2025 (Basel): 37 entries, 3 rounds: nothing changes.',
  })
  expect((await season('activate', '2025')).code).toBe(0)
  expect((await season('list')).out).toBe('2025  Basel  0 teams  active')
})

test('a changed file prints what it changes', async () => {
  const run = await season('load', write(source.replace('"priceMillions": 19,', '"priceMillions": 18.5,')))
  expect(run).toMatchObject({ code: 0 })
  expect(run.out).toContain('  entry AL priceMillions: 19 → 18.5')
})

test.each([
  ['no JSON', source.replace('"year": 2025,', '"year": 2025'), ', line 3, column 3: not JSON'],
  [
    'a wrong field',
    source.replace('"leagueLimit": 20', '"leagueLimit": -1'),
    ', line 9, column 18: leagueLimit:',
  ],
  [
    'rules broken',
    source.replace('"code": "AM"', '"code": "AL"'),
    'entries.1.code: stands twice in the file',
  ],
])('a file with %s is refused with the position, and changes nothing', async (_, text, problem) => {
  expect(text).not.toBe(source)
  const before = await everything()
  const run = await season('load', write(text))
  expect(run).toMatchObject({ code: 1, out: '' })
  expect(run.err).toContain('Refused, nothing changed:')
  expect(run.err).toContain(problem)
  expect(await everything()).toEqual(before)
})

test('a file with many problems is refused with the first twenty and the count of the rest', async () => {
  const run = await season('load', write(source.replaceAll('"country": ', '"land": ')))
  expect(run).toMatchObject({ code: 1, out: '' })
  const lines = run.err.split('\n').slice(1)
  expect(lines).toHaveLength(21)
  expect(lines.slice(0, 20).every((line) => /, line \d+, column \d+: entries\./.test(line))).toBe(true)
  expect(lines[0]).toMatch(/entries\.0\.country: is missing$/)
  expect(lines[20]).toBe('  and 54 more')
})

test('a qualifier without final points causes a warning, and is loaded', async () => {
  const text = source.replace('"finalPoints": 218', '"finalPoints": null')
  expect(text).not.toBe(source)
  const run = await season('load', write(text))
  expect(run.code).toBe(0)
  expect(run.notes).toEqual(['Note: These qualified and have no final points yet, which count as 0: AL.'])
  expect((await season('load', 'db/seasons/2025.json')).notes).toEqual([])
})

test.each([
  [['load', 'no-such-file.json'], 1, 'There is no file no-such-file.json'],
  [['activate', '1999'], 1, 'Season 1999 was never loaded'],
  [['activate', 'soon'], 2, 'Usage: npm run season'],
  [[], 2, 'Usage: npm run season'],
])('%j ends with code %i', async (words, code, message) => {
  const run = await season(...words)
  expect(run.code).toBe(code)
  expect(run.err).toContain(message)
})

test('npm run season says so when nothing is built yet', () => {
  const scripts = join(folder, 'not-built', 'scripts')
  cpSync('scripts/command.mjs', join(scripts, 'command.mjs'))
  cpSync('scripts/run-built.mjs', join(scripts, 'run-built.mjs'))
  const run = spawnSync(process.execPath, [join(scripts, 'command.mjs'), 'season', 'list'], {
    encoding: 'utf8',
  })
  expect([run.status, run.stderr]).toEqual([
    1,
    'Douze cannot start. It is not built yet. Run: npm run build\n',
  ])
})

test('npm run season is a process with these exit codes', () => {
  const env = { ...process.env, ...toDatabaseSetting(location) }
  const run = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/season.ts', 'activate', '1999'], {
    env,
  })
  expect(run.stderr.toString()).toContain('Season 1999 was never loaded.')
  expect(run.status).toBe(1)
}, 60_000)
