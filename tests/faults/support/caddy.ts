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

/** ops/Caddyfile with another host name and ports, without TLS, listening on this machine only. */
function adapt({ port, upstream }: { port: number; upstream: number }): string {
  return [
    [/^\{$/m, `{\n\tadmin off\n\tdefault_bind 127.0.0.1`],
    [/^douze\.example \{$/m, `http://localhost:${port} {`],
    [/127\.0\.0\.1:3000/, `127.0.0.1:${upstream}`],
  ].reduce(
    (text, [from = '', to = '']) => {
      const adapted = text.replace(from, String(to))
      if (adapted === text) throw new Error(`ops/Caddyfile has no ${from}`)
      return adapted
    },
    readFileSync('ops/Caddyfile', 'utf8'),
  )
}

/** Runs Caddy with ops/Caddyfile in front of a port of this machine. Its files are in `folder`. */
export async function startCaddy(
  caddy: string,
  { port, upstream, folder }: { port: number; upstream: number; folder: string },
) {
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, adapt({ port, upstream }))
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
    log: () => log,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const opened = once(socket, 'connect').then(
    () => true,
    () => false,
  )
  return opened.finally(() => socket.destroy())
}
