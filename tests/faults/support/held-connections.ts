import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Opens connections of which each sends `bytes` and then nothing more. They read only when `isReading`. */
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
    letGo: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The beginning of a form that never ends. */
export function beginForm(port: number, { path = '/consent', cookie = '' } = {}): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\n`
  const own = cookie === '' ? '' : `Cookie: ${cookie}\r\n`
  return `${head}${own}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\na`
}

/** More than all buffers on the way hold: /songs has 80 kB. */
const mostAsked = 60

/** Questions whose answers are more than all buffers on the way hold. */
export function askForMuch(port: number, cookie = ''): string {
  const own = cookie === '' ? '' : `Cookie: ${cookie}\r\n`
  return `GET /songs HTTP/1.1\r\nHost: localhost:${port}\r\n${own}\r\n`.repeat(mostAsked)
}
