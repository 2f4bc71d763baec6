import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

const known = ['/usr/bin/caddy', '/usr/local/bin/caddy']

/** The path of a working Caddy: the one named by CADDY, an installed one, or, as root on Debian, its package. */
export function ensureCaddy(): string | undefined {
  const installed = [process.env.CADDY, ...known].find(runs)
  if (installed !== undefined || process.getuid?.() !== 0) return installed
  console.log('Installing Caddy (apt-get) …')
  const apt = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  spawnSync('apt-get', ['update', '-q'], apt)
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'caddy'], apt)
  return known.find(runs)
}

function runs(path: string | undefined): boolean {
  return path !== undefined && spawnSync(path, ['version'], { stdio: 'ignore' }).status === 0
}

/**
 * ops/Caddyfile with another host name and ports, without TLS, listening on this machine only. For several upstreams with
 * the lines of docs/operations.md.
 */
function adapt({ port, upstreams }: { port: number; upstreams: readonly number[] }): string {
  const addresses = upstreams.map((upstream) => `127.0.0.1:${upstream}`).join(' ')
  return [
    [/^\{$/m, `{\n\tadmin off\n\tdefault_bind 127.0.0.1`],
    [/^douze\.example \{$/m, `http://localhost:${port} {`],
    ...(upstreams.length > 1 ? [[/^\treverse_proxy .*\n/m, readSeveralUpstreams()]] : []),
    [/127\.0\.0\.1:300\d.*(?= \{)/, addresses],
  ].reduce(
    (text, [from = '', to = '']) => {
      const adapted = text.replace(from, String(to))
      if (adapted === text) throw new Error(`ops/Caddyfile has no ${from}`)
      return adapted
    },
    readFileSync('ops/Caddyfile', 'utf8'),
  )
}

/** The line with `reverse_proxy` and those after it, as an operator copies them. */
function readSeveralUpstreams(): string {
  const lines = /^```\n(\treverse_proxy [^`]*)^```$/m.exec(readFileSync('docs/operations.md', 'utf8'))?.[1]
  if (lines === undefined) throw new Error('docs/operations.md has no reverse_proxy')
  return lines
}

/** Runs Caddy with ops/Caddyfile in front of ports of this machine. Its files are in `folder`. */
export async function startCaddy(
  caddy: string,
  { port, upstreams, folder }: { port: number; upstreams: readonly number[]; folder: string },
) {
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, adapt({ port, upstreams }))
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  const child = spawn(caddy, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const ended = once(child, 'exit')
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`Caddy did not start:\n${log}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

/** Whether something listens on a port of this machine. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const opened = once(socket, 'connect').then(
    () => true,
    () => false,
  )
  return opened.finally(() => socket.destroy())
}
