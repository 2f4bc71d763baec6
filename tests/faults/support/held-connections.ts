import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Opens connections that each send `bytes` and then nothing more. They read only with `isReading`. */
export async function holdConnections(
  port: number,
  { count, bytes, isReading = true }: { count: number; bytes: string; isReading?: boolean },
) {
  const sockets = await Promise.all(
    Array.from({ length: count }, async (): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      await once(socket, 'connect')
      if (isReading) socket.resume()
      socket.write(bytes)
      return socket
    }),
  )
  return {
    write(more: string) {
      for (const socket of sockets) socket.write(more)
    },
    letGo: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The start of a form whose body never ends. */
export function beginForm(port: number, { path = '/consent', cookie = '' } = {}): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\n`
  const own = cookie === '' ? '' : `Cookie: ${cookie}\r\n`
  return `${head}${own}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\na`
}

/** Pipelined requests through a proxy, whose responses fill all socket buffers: /songs has 80 kB. */
export function askForMuch(port: number, cookie = ''): string {
  const own = cookie === '' ? '' : `Cookie: ${cookie}\r\n`
  return `GET /songs HTTP/1.1\r\nHost: localhost:${port}\r\n${own}\r\n`.repeat(60)
}
