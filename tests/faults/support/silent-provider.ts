import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A provider that takes connections and never says a word. */
export async function openSilentProvider() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  return {
    issuer: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    /** Lets go of who waits, and takes nobody any more. */
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
