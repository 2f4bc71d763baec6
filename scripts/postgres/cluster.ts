import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../tests/support/provider.ts'

/** A PostgreSQL server of our own, which is gone with everything in it when it is stopped. */
export interface Cluster {
  /** The URL of its database 'postgres'; the user may do everything. */
  url: string
  process: ChildProcess
  /** Ends it by a signal and waits for that: SIGKILL as when a machine dies, SIGINT as an operator does. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Starts it again on the same files and the same port. */
  start(): Promise<void>
  /** Ends it and deletes its files. */
  stop(): Promise<void>
}

/** The folder with PostgreSQL's programs: of PATH, or where Debian has them; undefined when it is not installed. */
export function findPostgresBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

export interface ClusterOptions {
  /** Commits are brought to disk, as in production. */
  isDurable?: boolean
  /** It copies this server and follows it until it is promoted. */
  standbyOf?: Cluster
  /** The folder in which it makes its own. */
  parent?: string
}

/** Starts a server on a free port of this machine. PostgreSQL refuses to run as root: then it runs as 'nobody'. */
export async function startCluster(
  binaries: string,
  { isDurable = false, standbyOf, parent = tmpdir() }: ClusterOptions = {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(parent, 'douze-postgres-'))
  const user = ordinaryUser()
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'douze', '--locale=C', '--encoding=UTF8', '--auth=trust', '--no-sync']
  const options = { ...user, cwd: folder, stdio: 'pipe' } as const
  const copy = ['-D', data, '-d', standbyOf?.url ?? '', '--write-recovery-conf', '--checkpoint=fast']
  if (standbyOf) execFileSync('pg_basebackup', copy, options)
  else execFileSync(join(binaries, 'initdb'), initdb, options)
  // One name needs a password, which no role has; everybody else signs in by the name alone.
  const rules = 'host all needs_password all scram-sha-256\nhost all,replication all 127.0.0.1/32 trust\n'
  writeFileSync(join(data, 'pg_hba.conf'), rules)
  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 400,
    shared_buffers: '128MB',
    ...(!isDurable && { fsync: 'off', full_page_writes: 'off' }),
  }
  const args = [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]

  const log = join(folder, 'log')

  /** After a SIGKILL the processes of the old server end by themselves, within a second. */
  async function start(attempts = 200): Promise<ChildProcess> {
    const output = openSync(log, 'w')
    const child = spawn(join(binaries, 'postgres'), args, {
      ...user,
      cwd: folder,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    while (!/ready to accept (read-only )?connections/.test(readFileSync(log, 'utf8'))) {
      const said = readFileSync(log, 'utf8')
      if (child.exitCode !== null && attempts > 0 && said.includes('still in use')) return start(attempts - 1)
      if (child.exitCode !== null) throw new Error(`PostgreSQL does not start:\n${said}`)
      await pause(20)
    }
    return child
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (cluster.process.exitCode !== null || cluster.process.signalCode !== null) return
    const ended = once(cluster.process, 'exit')
    cluster.process.kill(signal)
    await ended
  }

  const cluster: Cluster = {
    url: `postgres://douze@127.0.0.1:${port}/postgres`,
    process: await start(),
    end,
    async start() {
      cluster.process = await start()
    },
    async stop() {
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return cluster
}

function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
