import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#tests/support/provider.ts'
import { serverEnv } from '#tests/support/server.ts'

/**
 * What systemd does for one instance of ops/douze@.socket and ops/douze@.service: it listens on a port without accepting, and
 * for each byte that it reads runs the server on that socket until it ends.
 */
const keeper = `
  const { spawnSync } = require('node:child_process')
  const { readSync, writeSync } = require('node:fs')
  const door = require('node:net').createServer()
  const line = 'echo "pid $$"; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" --max-old-space-size=256 scripts/start.mjs'
  door.listen({ port: Number(process.env.PORT), host: '127.0.0.1', backlog: 4096 }, () => {
    const stdio = ['ignore', 1, 2, door._handle.fd]
    while (readSync(0, Buffer.alloc(1)) > 0) {
      const { status, signal } = spawnSync('sh', ['-c', line, process.execPath], { stdio })
      writeSync(1, 'ended ' + (signal ?? status) + '\\n')
    }
    process.exit(0)
  })`

/** Starts a server on a free port, on a socket that outlives it. */
export async function startSocketUnit(database: string, origin: string) {
  const port = await freePort()
  const { PATH, HOME } = process.env
  const given = await serverEnv(port, { DATABASE_FILE: database })
  const child = spawn(process.execPath, ['-e', keeper], {
    env: { NODE_ENV: 'production', PATH, HOME, ...given, PUBLIC_ORIGIN: origin },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  const seen = (what: RegExp) => [...out.matchAll(what)].map(([, found = '']) => found)

  /** Waits for one more line than `before`; returns what it says. */
  async function until(what: RegExp, before: number): Promise<string | undefined> {
    const isGone = gone.then(() => {
      throw new Error(`The unit has ended:\n${out}`)
    })
    while (seen(what).length <= before) await Promise.race([once(child.stdout, 'data'), isGone])
    return seen(what).at(-1)
  }

  async function start(): Promise<void> {
    const listening = /"event":"(listening)"/g
    const before = seen(listening).length
    child.stdin.write('.')
    await until(listening, before)
  }

  /** Returns its exit code, or the signal. */
  async function end(signal: NodeJS.Signals): Promise<string | undefined> {
    const ended = /^ended (\w+)$/gm
    const before = seen(ended).length
    process.kill(Number(seen(/^pid (\d+)$/gm).at(-1)), signal)
    return until(ended, before)
  }

  await start()
  return {
    port,
    start,
    end,
    /** How many requests it has answered so far, as its log says. */
    answered: () => seen(/"event":"(request)"/g).length,
    /** Ends the server and closes the socket. */
    async stop() {
      const code = await end('SIGTERM')
      child.stdin.end()
      await gone
      return code
    },
  }
}
