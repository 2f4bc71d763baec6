import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { keepStatements } from '#db/kept-statements.server.ts'

test('statements are kept for the texts used last: many texts, or long ones, take no more memory than 200 of 4,000 characters', () => {
  const sqlite = keepStatements(new Database(':memory:'))
  const used = sqlite.prepare('select 1')
  const first = sqlite.prepare('select 2')
  for (let n = 0; n < 199; n += 1) {
    sqlite.prepare(`select ${n}, 'other'`)
    expect(sqlite.prepare('select 1')).toBe(used)
  }
  expect(sqlite.prepare('select 2')).not.toBe(first)
  const long = `select '${'x'.repeat(4000)}'`
  expect(sqlite.prepare(long)).not.toBe(sqlite.prepare(long))
  expect(sqlite.prepare('select 1')).toBe(used)
  sqlite.close()
})
