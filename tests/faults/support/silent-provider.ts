import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A provider that accepts connections and never responds. */
export async function openSilentProvider() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  return {
    issuer: `http://localhost:${typeof address === 'object' ? address?.port : ''}`,
    /** Closes all connections, and accepts no new ones. */
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
