import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Measures how long a server's event loop is blocked. `env` loads the probe into the server, `open` connects to it. */
export function createEventLoopProbe() {
  const socketFile = join(mkdtempSync(join(tmpdir(), 'douze-turn-')), 'delay')
  return {
    env: {
      TURN_DELAY_SOCKET: socketFile,
      NODE_OPTIONS: `--import ${pathToFileURL(resolve('tests/fuzz/event-loop-probe.mjs')).href}`,
    },
    async open() {
      const socket = connect(socketFile)
      await once(socket, 'connect')
      return {
        /** The longest time between two turns since the last call, in ms. */
        async longest(): Promise<number> {
          socket.write('?')
          const [chunk] = await once(socket, 'data')
          return Number(String(chunk))
        },
        close: () => void socket.destroy(),
      }
    },
  }
}
