import { readFileSync, statSync } from 'node:fs'
import { MAX_PROBLEMS, readSeasonFile } from '#app/services/seasons/season-file.server.ts'
import { activateSeason, type LoadSeasonResult, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listSeasons } from '#db/seasons/stored-season.server.ts'
import { inspectDatabase, type LocationReading } from '../../app/server/inspect-database.server.ts'
import { exitWithUsage } from '../../app/server/usage.ts'

const usage = `Usage: npm run season -- <command>

  load <file>       Load or update a season from its JSON file. Says what changes.
  activate <year>   Make a loaded season the one that is played.
  list              List the loaded seasons.

DATABASE_FILE or DATABASE_URL names the database. Exit code 0: done. 1: refused, nothing changed. 2: not understood.`

/** Runs a command on the database. Returns the exit code. */
type Command = (db: Db) => Promise<0 | 1>

/** Runs `npm run season` with these arguments on the database that the environment names. Returns the exit code. */
export async function runSeason(args: readonly string[], reading: LocationReading): Promise<0 | 1 | 2> {
  if (args.includes('--help')) return exitWithUsage(usage)
  const command = parseCommand(args)
  if (typeof command === 'string') return exitWithUsage(usage, command)
  if (!reading.ok) return exitWithUsage(usage, reading.problem)
  const state = await inspectDatabase(reading.location)
  if (!state.ok) return exitWithRefusal([state.problem])
  return run(command, reading.location)
}

/** Parses a command; a usage error as a sentence. */
function parseCommand([name, argument, ...rest]: readonly string[]): Command | string {
  if (rest.length > 0) return 'Too many words.'
  if (name === 'list' && argument === undefined) return list
  if (name === 'load' && argument !== undefined && !argument.startsWith('-')) return load(argument)
  if (name === 'activate' && /^\d{4}$/.test(argument ?? '')) return activate(Number(argument))
  return name === undefined ? 'Which command?' : `Not understood: ${[name, argument].join(' ').trim()}`
}

async function run(command: Command, location: string): Promise<0 | 1> {
  const db = openDatabase(location)
  try {
    return await command(db)
  } catch (error) {
    return exitWithRefusal([
      String(error),
      "If the schema is behind, 'npm run migrate' brings it up to date.",
    ])
  } finally {
    await db.destroy()
  }
}

function load(file: string): Command {
  return async (db) => {
    if (!isFile(file)) return exitWithRefusal([`There is no file ${file}.`])
    const reading = readSeasonFile(readFileSync(file, 'utf8'))
    if (!reading.ok) {
      const problems = reading.problems.map((problem) => `${file}, ${problem}`)
      return exitWithRefusal(problems, reading.more)
    }
    const { season } = reading
    const loaded = await loadSeason(db, season)
    if (!loaded.ok) return exitWithRefusal(loaded.problems)
    const name = `${season.year} (${season.hostCity}): ${season.entries.length} entries, ${season.rounds.length} rounds`
    reportLoaded(name, loaded)
    return 0
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function reportLoaded(name: string, loaded: Extract<LoadSeasonResult, { ok: true }>): void {
  if (loaded.isNew) console.log(`Loaded season ${name}.`)
  else if (loaded.changes.length === 0) console.log(`Season ${name}: nothing changes.`)
  else console.log(`Updated season ${name}:\n${indent(loaded.changes)}`)
  for (const warning of loaded.warnings) console.warn(`Note: ${warning}`)
}

function activate(year: number): Command {
  return async (db) => {
    if (!(await activateSeason(db, year))) return exitWithRefusal([`Season ${year} was never loaded.`])
    console.log(`Season ${year} is now the active one.`)
    return 0
  }
}

async function list(db: Db): Promise<0> {
  const seasons = await listSeasons(db)
  if (seasons.length === 0) console.log('No season is loaded yet.')
  for (const { year, hostCity, isActive, teamCount } of seasons) {
    console.log(`${year}  ${hostCity}  ${teamCount} teams${isActive ? '  active' : ''}`)
  }
  return 0
}

/** `more` counts problems beyond the list. */
function exitWithRefusal(problems: readonly string[], more = 0): 1 {
  const shown = problems.slice(0, MAX_PROBLEMS)
  const hiddenCount = problems.length - shown.length + more
  console.error(
    `Refused, nothing changed:\n${indent([...shown, ...(hiddenCount > 0 ? [`and ${hiddenCount} more`] : [])])}`,
  )
  return 1
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n')
}
