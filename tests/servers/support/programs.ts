import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isListening } from '../../faults/support/caddy.ts'

/** Debian's packages that programs of these tests are in. */
const packages = {
  postfix: 'postfix',
  exim4: 'exim4-daemon-light',
  dovecot: 'dovecot-core',
  postgrey: 'postgrey',
  openssl: 'openssl',
  pgbouncer: 'pgbouncer',
  glewlwyd: 'glewlwyd',
  starman: 'starman',
  '/usr/share/lemonldap-ng/portal/htdocs/index.fcgi': 'liblemonldap-ng-portal-perl',
}
const asRoot: readonly string[] = ['postfix', 'exim4', 'dovecot']

/** Why programs cannot be run here, for the title of a skipped test; undefined where they can. */
export function whyNot(...programs: (keyof typeof packages)[]): string | undefined {
  const missing = programs.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  if (missing.length > 0) return `not installed: ${missing.map((name) => packages[name]).join(', ')}`
  const isForRoot = programs.some((name) => asRoot.includes(name))
  return isForRoot && process.getuid?.() !== 0 ? 'for root only' : undefined
}

/** Runs a program to its end. Throws with what it printed when it fails. */
export function runProgram(program: string, args: readonly string[], input = ''): void {
  // Daemons that it starts keep its streams open: they go nowhere.
  const { status, error } = spawnSync(program, args, {
    input,
    timeout: 60_000,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${error?.message ?? ''}`)
}

/** Resolves once something listens at a port of this machine. */
export async function waitForPort(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isListening(port)) return
    await pause(100)
  }
  throw new Error(`Nothing listens at port ${port}`)
}

/** Ends a program that a test started, waits for that, and deletes its folder. */
export async function endProgram(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}
