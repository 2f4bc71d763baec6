import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Transform } from 'node:stream'

/** PostgreSQL's own programs for copies of a database, of Debian's package postgresql-client. */
type ProgramName = 'pg_dump' | 'pg_restore' | 'psql'

/** A program that failed, with the last words it said. `isMissing`: it is not installed. */
export class ProgramError extends Error {
  readonly isMissing: boolean

  constructor(name: ProgramName, { isMissing = false, said = '' } = {}) {
    super(isMissing ? `${name} is not installed` : `${name}: ${said.trim() || 'it failed'}`)
    this.isMissing = isMissing
  }
}

const withoutOwner = ['--no-owner', '--no-privileges']
const lastWords = 2000
/** How long a program may take, in ms: an hour is some hundred times what a million teams take. */
const timeout = 60 * 60_000

/** The environment in which the programs run: they find their settings in it, as PGPASSFILE. */
export type Environment = Readonly<NodeJS.ProcessEnv>

/** How a program finds the database: the password is in its environment, where other users do not see it. */
function connect(url: string, environment: Environment) {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const env: NodeJS.ProcessEnv = {
    ...environment,
    PGCONNECT_TIMEOUT: '5',
    // Where the address does not say, as for the game.
    PGSSLMODE: 'disable',
    ...(password !== '' && { PGPASSWORD: password }),
  }
  return { env, option: `--dbname=${address.href}` }
}

function start(name: ProgramName, args: readonly string[], env: Environment, input: 'ignore' | 'pipe') {
  const child = spawn(name, args, { env, stdio: [input, 'pipe', 'pipe'], timeout })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-lastWords)
  })
  const ended = once(child, 'close').then(
    () => {
      if (child.exitCode !== 0) throw new ProgramError(name, { said })
    },
    () => {
      throw new ProgramError(name, { isMissing: true })
    },
  )
  ended.catch(() => {})
  return { child, ended }
}

/**
 * Writes the committed state of a database into `file`, as an archive of pg_dump: one snapshot, while it is served. Counts of
 * rate limits stay out of it.
 */
export async function dumpInto(url: string, file: string, environment: Environment): Promise<void> {
  const { env, option } = connect(url, environment)
  const args = ['--format=custom', ...withoutOwner, '--no-unlogged-table-data', '--lock-wait-timeout=5000']
  const { child, ended } = start('pg_dump', [...args, `--file=${file}`, option], env, 'ignore')
  child.stdout?.resume()
  await ended
}

/** Reads a whole archive. Returns the names of the migrations that its database had; none when it has no such table. */
export async function readDump(file: string, environment: Environment): Promise<string[]> {
  const whole = start('pg_restore', ['--file=/dev/null', file], environment, 'ignore')
  await whole.ended
  const args = ['--file=-', '--data-only', '--table=kysely_migration', file]
  const { child, ended } = start('pg_restore', args, environment, 'ignore')
  const [text] = await Promise.all([readText(child), ended])
  const rows = /^COPY [^\n]*kysely_migration[^\n]*\n([\s\S]*?)^\\\.$/m.exec(text)?.[1] ?? ''
  return rows.split('\n').flatMap((row) => row.split('\t')[0] || [])
}

interface Restore {
  file: string
  url: string
  statements: string
  environment: Environment
}

/**
 * Copies an archive into an empty database, then runs `statements`, all in one transaction: the database has everything, or
 * is still empty.
 */
export async function restoreFrom({ file, url, statements, environment }: Restore): Promise<void> {
  const { env, option } = connect(url, environment)
  const archive = start('pg_restore', ['--file=-', ...withoutOwner, file], environment, 'ignore')
  const args = ['--no-psqlrc', '--single-transaction', '--set=ON_ERROR_STOP=1', '--output=/dev/null']
  const target = start('psql', [...args, option], env, 'pipe')
  target.child.stdout?.resume()
  const input = target.child.stdin
  if (!input) throw new Error('psql takes no input')
  // What psql does not take any more waits in the pipe, and pg_restore would wait for it for ever.
  let hasRefused = false
  target.child.once('close', () => {
    hasRefused = true
    archive.child.kill()
    archive.child.stdout?.unpipe().resume()
  })
  input.on('error', () => {})
  const script = withoutNewSettings()
  archive.child.stdout?.pipe(script).pipe(input, { end: false })
  try {
    await archive.ended
  } catch (error) {
    // One that ended by itself says why. Without an end of its input psql does not commit.
    if (hasRefused) await target.ended
    target.child.kill('SIGKILL')
    await target.ended.catch(() => {})
    throw error
  }
  // The last of it may still wait for psql.
  if (!script.readableEnded) await Promise.race([once(script, 'end'), target.ended])
  input.end(`\n${statements}\n`)
  await target.ended
}

/** pg_restore 17 begins with a setting that servers before do not know, and whose value is the default of later ones. */
function withoutNewSettings(): Transform {
  let head = ''
  let isPast = false
  function take(transform: Transform) {
    isPast = true
    transform.push(Buffer.from(head.replace(/^SET transaction_timeout = 0;\n/m, ''), 'latin1'))
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (isPast) return done(null, chunk)
      head += chunk.toString('latin1')
      if (head.length > 2000) take(this)
      done()
    },
    flush(done) {
      if (!isPast) take(this)
      done()
    },
  })
}

async function readText(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout?.setEncoding('utf8') ?? []) text += chunk
  return text
}
