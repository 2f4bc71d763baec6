import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { sealed } from './headers.server.ts'

const told: Readonly<Record<string, [status: string, words: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The head of this request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'This request took too long to arrive.'],
}
const usual = ['400 Bad Request', 'This request could not be understood.'] as const

/**
 * Answers what Node itself cannot read, or did not get in time, under the headers that every answer has, and closes the
 * connection. Nothing is written into an answer that has begun, and a sender who is gone is no error.
 */
export function answerUnreadable(server: Server, baseHeaders: Readonly<Record<string, string>>): void {
  const answering = new WeakMap<Duplex, Set<ServerResponse>>()
  server.on('request', ({ socket }, response) => {
    const own = answering.get(socket) ?? new Set()
    answering.set(socket, own.add(response))
    response.once('close', () => own.delete(response))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isAmid = [...(answering.get(socket) ?? [])].some(({ headersSent }) => headersSent)
    if (isAmid || !socket.writable) socket.destroy()
    else socket.end(answerTo(error.code ?? '', baseHeaders), () => socket.destroy())
  })
}

function answerTo(code: string, baseHeaders: Readonly<Record<string, string>>): string {
  const [status, words] = told[code] ?? usual
  const headers = {
    ...baseHeaders,
    ...sealed,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(words.length + 1),
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${words}\n`
}
