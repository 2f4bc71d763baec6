import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  findNetworkProblem,
  inspectDatabase,
  readDatabaseLocation,
} from '../../app/server/inspect-database.server.ts'
import { exitWithUsage } from '../../app/server/usage.ts'
import { isServerUrl, toServerName } from '../../app/services/backup/database-server.server.ts'
import { type MoveFault, moveDatabase } from '../../app/services/backup/move.server.ts'

/** 0: done. 1: refused, nothing changed. 2: usage error. */
type ExitCode = 0 | 1 | 2

const usage = `Usage: npm run move -- --to <URL or file>

Copies the game at DATABASE_FILE or DATABASE_URL into an empty database, and compares every row. The game must be
stopped. The source stays as it is. A password may be left to PGPASSWORD or ~/.pgpass.
Exit code 0: done. 1: refused, no game was made. 2: not understood.`

const faults: Record<MoveFault, (source: string, target: string, detail: string) => string> = {
  'source-served': (source) =>
    `${source} is being served. Stop the game first: sudo systemctl stop douze.socket`,
  'target-served': (_source, target) => `${target} is being served. Stop that game first`,
  'target-filled': (_source, target, table) => `${target} is not empty: it has rows in '${table}'`,
  different: (_source, target, row) => `${target} took a row in another way than it was given: ${row}`,
}

/** Runs `npm run move` with these arguments. */
export async function runMove(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ExitCode> {
  if (args.includes('--help')) return exitWithUsage(usage)
  const [option, given, ...more] = args
  if (option !== '--to' || !given || given.startsWith('-') || more.length > 0)
    return exitWithUsage(usage, 'Where to? One database.')
  const reading = readDatabaseLocation(environment)
  if (!reading.ok) return refuse(reading.problem)
  const from = reading.location
  const to = isServerUrl(given) ? given : resolve(given)
  const onNetwork = isServerUrl(to) ? undefined : findNetworkProblem(to, environment)
  const problem = onNetwork ?? (await findSourceProblem(from)) ?? (await findTargetProblem(to, from))
  if (problem !== undefined) return refuse(problem)
  return move(from, to)
}

async function move(from: string, to: string): Promise<ExitCode> {
  const moved = await moveDatabase({ from, to }).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  )
  if (typeof moved === 'string') return refuse(moved)
  if (!moved.ok) return refuse(`${faults[moved.fault](toName(from), toName(to), moved.detail)}.`)
  const filled = [...moved.tables].filter(([, rows]) => rows > 0)
  for (const [name, rows] of filled) console.log(`${name}: ${rows}`)
  console.log(`Moved to ${toName(to)}, every row compared. ${toName(from)} is as it was.`)
  const [setting, other] = isServerUrl(to) ? ['URL', 'FILE'] : ['FILE', 'URL']
  console.log(`Set DATABASE_${setting} to it, clear DATABASE_${other}, then start the game.`)
  return 0
}

async function findSourceProblem(from: string): Promise<string | undefined> {
  const state = await inspectDatabase(from)
  if (!state.ok) return state.problem
  if (state.pending.length > 0) return `${toName(from)} is of an older version. Run: npm run migrate`
  return undefined
}

async function findTargetProblem(to: string, from: string): Promise<string | undefined> {
  if (to === from) return 'Source and target are the same database.'
  if (!isServerUrl(to) && !existsSync(dirname(to))) mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  const state = await inspectDatabase(to)
  if (state.ok && state.pending.length > 0)
    return `${toName(to)} is not empty: it has a game of an older version.`
  return state.ok || state.isEmpty ? undefined : state.problem.replaceAll('DATABASE_URL', '--to')
}

function toName(location: string): string {
  return isServerUrl(location) ? toServerName(location) : location
}

function refuse(sentence: string): 1 {
  console.error(`Nothing was moved. ${sentence}`)
  return 1
}
