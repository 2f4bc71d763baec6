import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newDatabasePath } from '#tests/support/database-files.ts'
import { commandsOnDatabase } from '#tests/support/run-command.ts'
import { npmServe, npmStart } from '#tests/support/server.ts'

/** Every command that takes arguments, or none, as a process on a folder without a database. */
const operators = commandsOnDatabase.map(([name = '', ...known]) => ({
  name,
  command: ['scripts/command.mjs', name],
  known,
}))
const others = [
  { name: 'start', command: npmStart.args, known: [] },
  { name: 'serve', command: npmServe.args, known: [] },
  { name: 'demo', command: ['scripts/demo.mjs'], known: [] },
]

describe.each([...operators, ...others])('npm run $name', ({ name, command, known }) => {
  /** `files`: what is in the database's folder afterwards. */
  function run(...args: string[]) {
    const file = newDatabasePath()
    const env = { ...process.env, DATABASE_FILE: file, DATABASE_URL: '' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [...command, ...args], {
      env,
      encoding: 'utf8',
      timeout: 30_000,
    })
    return { status, stdout, stderr, files: readdirSync(dirname(file)) }
  }
  const usage = expect.stringMatching(new RegExp(`Usage: .*npm (run )?${name}`))

  test.each([[[]], [known]])('tells with %j --help how it is used, and does nothing', (args) => {
    expect(run(...args, '--help')).toEqual({ status: 0, stdout: usage, stderr: '', files: [] })
  })

  test('refuses an argument that it does not know, and does nothing', () => {
    const { status, ...said } = run(...known, '--verbose')
    expect([1, 2]).toContain(status)
    expect(said).toEqual({ stdout: '', stderr: usage, files: [] })
  })
})

test('npm run season takes no option for a file', () => {
  const args = ['scripts/command.mjs', 'season', 'load', '--force']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([2, expect.stringContaining('Usage: npm run season')])
})
