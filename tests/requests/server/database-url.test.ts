import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { newDatabasePath } from '#tests/support/database-files.ts'
import { isOnPostgres, toUrl } from '#tests/support/databases.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { runServer, serverEnv } from '#tests/support/server.ts'

/** The start and the commands with a DATABASE_URL that cannot be used. Every password contains 'hush', encoded or not. */
const commands = [
  ['migrate', '--create'],
  ['backup', dirname(newDatabasePath())],
  ['restore', 'package.json'],
  ['move', '--to', newDatabasePath()],
  ['season', 'list'],
]

const withPassword = (database: string, username: string) =>
  Object.assign(new URL(toUrl(database)), { username, password: 'hush@hush/hush' }).href

const notUnderstood = /^.*DATABASE_URL is not understood\. .+\.$/m
const cases: [string, string, RegExp][] = [
  [
    'of a server that is away',
    'postgres://douze:hush%40hush%2Fhush@127.0.0.1:1/douze',
    /1:1\/douze.+REFUSED/,
  ],
  ['that cannot be parsed', 'postgres://douze:hush/hush@127.0.0.1:1/douze', notUnderstood],
  ['whose password has a / that is not encoded', 'postgres://douze:12/hush@127.0.0.1', notUnderstood],
  ['without its second /', 'postgres:/douze:hush@127.0.0.1:1/douze', notUnderstood],
]
const casesOnPostgres = (): typeof cases => [
  [
    'of a database that does not exist',
    withPassword('no_such', 'douze'),
    /\/no_such.+"no_such" does not exist/,
  ],
  ['whose password is wrong', withPassword('postgres', 'needs_password'), /password .+"needs_password"/],
]

test.each([...cases, ...(isOnPostgres ? casesOnPostgres() : [])])(
  'with a DATABASE_URL %s the start and every command say what is wrong, and nothing of its password',
  async (_, url, reason) => {
    const { code, out, err } = await runServer(await serverEnv(3000, { DATABASE_FILE: url })).ended
    const said = [{ code, said: out + err }]
    for (const [name = '', ...args] of commands) said.push(await runCommand(name, url, ...args))
    for (const each of said) {
      expect(each).toEqual({ code: expect.any(Number), said: expect.stringMatching(reason) })
      expect(each.code).toBeGreaterThan(0)
      expect(each.said).not.toContain('hush')
    }
  },
)
