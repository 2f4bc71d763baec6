import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { nonPageHeaders } from '#app/http/security-headers.server.ts'
import type { boundConnections } from './connections.server.ts'

const clientErrors: Readonly<Record<string, [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The head of this request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'This request took too long to arrive.'],
}
const badRequest = ['400 Bad Request', 'This request could not be understood.'] as const

/**
 * Answers requests that Node cannot parse, or did not receive in time, with the headers of every response, and closes the
 * connection. A request before it that is being handled is answered first, and alone. Once a response has begun, nothing is written
 * into it. A client that has disconnected is no error.
 */
export function handleClientErrors(
  server: Server,
  baseHeaders: Readonly<Record<string, string>>,
  connections: Pick<ReturnType<typeof boundConnections>, 'endAfterFirst' | 'hasStartedResponse'>,
): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (connections.endAfterFirst(socket)) return
    if (connections.hasStartedResponse(socket) || !socket.writable) socket.destroy()
    else socket.end(formatErrorResponse(error.code ?? '', baseHeaders), () => socket.destroy())
  })
}

function formatErrorResponse(code: string, baseHeaders: Readonly<Record<string, string>>): string {
  const [status, message] = clientErrors[code] ?? badRequest
  const headers = {
    ...baseHeaders,
    ...nonPageHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(message.length + 1),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${message}\n`
}
