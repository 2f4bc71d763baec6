import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nonPageHeaders } from '#app/http/security-headers.server.ts'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type Exchange = [request: IncomingMessage, response: ServerResponse, handle: Handler]

/**
 * Bounds what connections can ask for. The requests of one are handled one after another, each when the response before it is
 * sent. One with too many unanswered requests is closed, and so is one that has several while all connections together have too
 * many; Node has parsed all that were sent in one piece, and hands over the rest of them.
 */
export function boundConnections(server: Server) {
  /** The unanswered requests of each open connection; the first one is being handled. */
  const unanswered = new Map<Socket, Exchange[]>()
  let total = 0

  server.on('connection', (socket) => {
    const exchanges: Exchange[] = []
    unanswered.set(socket, exchanges)
    socket.once('close', () => {
      unanswered.delete(socket)
      total -= exchanges.length
    })
  })

  /** One function for all responses: a closure for each is a hundredth of a short answer. */
  function handleNext(this: ServerResponse): void {
    const { socket } = this.req
    const exchanges = unanswered.get(socket)
    // Behind a response that closes the connection nothing can be answered.
    if (!socket.writable || !exchanges?.shift()) return
    total -= 1
    handleFirst(exchanges)
  }

  function handleFirst([first]: Exchange[]): void {
    if (!first) return
    const [request, response, handle] = first
    response.once('close', handleNext)
    handle(request, response)
  }

  return {
    /** Returns what handles a request when it is its turn. */
    inTurn: (handle: Handler) => (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request
      const exchanges = unanswered.get(socket)
      if (!exchanges || socket.destroyed) return
      const most = total < capacity.unanswered ? capacity.unansweredOfConnection : 1
      if (exchanges.length >= most) return void socket.destroy()
      total += 1
      exchanges.push([request, response, handle])
      if (exchanges.length === 1) handleFirst(exchanges)
    },
    /**
     * Makes the request that is being handled the last one of its connection, whose response says so. False when none was received
     * whole, or a part of its response was sent.
     */
    endAfterFirst: (socket: Socket): boolean => {
      const exchanges = unanswered.get(socket)
      const [request, response] = exchanges?.[0] ?? []
      if (!exchanges || !request?.complete || !response || response.headersSent) return false
      response.shouldKeepAlive = false
      return true
    },
    /** Whether a part of a response was sent that is not complete. */
    hasStartedResponse: (socket: Socket) => unanswered.get(socket)?.[0]?.[1].headersSent ?? false,
    list: () => [...unanswered.keys()],
  }
}

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
