import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { toDatabaseSetting } from './databases.ts'

/** Every command for operators, as it is given on a database that is not there. */
export const commandsOnDatabase = [
  ['migrate', '--create'],
  ['backup'],
  ['restore', 'any.db'],
  ['season', 'list'],
  ['move', '--to', 'other.db'],
]

/** Runs a command for operators as the build has it (`npm run <command>`) on a database. `said`: all that it printed. */
export async function runCommand(command: string, location: string, ...args: string[]) {
  const child = spawn(process.execPath, ['scripts/command.mjs', command, ...args], {
    env: { ...process.env, ...toDatabaseSetting(location) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  await once(child, 'close')
  return { code: child.exitCode, said }
}
