import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHead } from './check-request.server.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * How long a client may take to send a request, in ms (docs/security.md). Node checks these timeouts at an interval; its
 * default of 30 s would turn 15 s into 45.
 */
export const requestTimeouts = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 2_000,
  /**
   * Longer than the proxy keeps an idle connection (ops/Caddyfile: 4 s), so that the proxy closes first and never sends a
   * request into a connection that is being closed here.
   */
  keepAliveTimeout: 15_000,
}

/**
 * How long a connection may be idle while a response is sent, in ms; then a client that reads nothing is disconnected. Node
 * does so at the second timeout, so it takes up to a minute.
 */
export const stallTimeoutMs = 30_000

/** Runs `work` without the stall timeout: while a request waits for the server, its connection may be idle. */
export async function withoutStallTimeout(
  response: ServerResponse,
  work: () => Promise<void>,
): Promise<void> {
  const { socket } = response
  socket?.setTimeout(0)
  try {
    await work()
  } finally {
    if (!response.writableFinished) socket?.setTimeout(stallTimeoutMs)
  }
}

/**
 * Whether a proxy in front may understand a request differently: two Host headers, or a target that is no path
 * ('http://elsewhere/', '*'). Node takes the first Host and accepts such targets.
 */
export function isAmbiguousRequest({ url = '', rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  return hosts.length > 1 || !url.startsWith('/')
}

/** How much of a refused body is read and discarded, so that its sender sees the response. */
const maxDiscardedBytes = 16 * 1024 * 1024

/** Whether a refused body is larger than that. */
export function hasLargeBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > maxDiscardedBytes
}

/** How long the rest of a refused request is read and discarded, in ms. */
const drainMs = 10_000

/**
 * Sends an error response whose headers are set. Node discards the rest of the request body. But when the client sent
 * 'Connection: close', Node closes the connection right after the response, and a client that is still sending never
 * sees it. For those clients the response waits until the body has arrived.
 */
export function endErrorResponse(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | undefined,
): void {
  const { connection = '', 'content-length': length = 0, 'transfer-encoding': encoding } = request.headers
  if (encoding !== undefined) limitDiscardedBytes(request)
  const closesAtOnce = connection.toLowerCase() === 'close' && response.getHeader('Connection') !== 'close'
  if (!closesAtOnce || request.complete || Number(length) === 0) return void response.end(body)
  const end = () => {
    clearTimeout(timer)
    if (!response.writableEnded) response.end(body)
  }
  const timer = setTimeout(end, drainMs)
  request.once('end', end).once('close', end).resume()
}

/** Ends the connection of a refused body of unknown length once too much of it has arrived. */
function limitDiscardedBytes(request: IncomingMessage): void {
  let discarded = 0
  request.on('data', ({ length }: Buffer) => {
    discarded += length
    if (discarded > maxDiscardedBytes) request.destroy()
  })
}

/** A signal that is aborted when the client disconnects or the response is sent. */
export function createDisconnectSignal(response: ServerResponse): AbortSignal {
  if (response.closed) return AbortSignal.abort()
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  return controller.signal
}

/** The parts of a request that checks read. `address`: the key of client-address.server.ts. */
export function toRequestHead(
  { method = '', url = '', headers, httpVersion, socket }: IncomingMessage,
  address: string,
): RequestHead {
  return {
    method,
    target: url,
    host: headers.host,
    forwardedHost: joinHeaderLines(headers['x-forwarded-host']),
    localPort: socket.localPort,
    // nginx speaks HTTP 1.0 and says nothing of itself, unless told otherwise.
    isForwarded:
      httpVersion === '1.0' || /^(x-forwarded-|x-real-ip|via$)/m.test(Object.keys(headers).join('\n')),
    secFetchSite: joinHeaderLines(headers['sec-fetch-site']),
    origin: headers.origin,
    cookie: headers.cookie,
    authorization: headers.authorization,
    contentLength: headers['content-length'],
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    transferEncoding: headers['transfer-encoding'],
    address,
  }
}

/** The value of a header that may have been sent several times, as one line. */
export function joinHeaderLines(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}

/**
 * The Request that Remix handles, of the public host. X-Forwarded-* and another Origin are left out: they are checked
 * already, and Remix's own check would turn an honest request into a 500. HEAD becomes GET, because Remix would discard the
 * body before its length and ETag are known.
 */
export function toFetchRequest(incoming: IncomingMessage, { url, body }: { url: URL; body: Bytes }): Request {
  const { method = 'GET' } = incoming
  const headers = new Headers(toHeaderPairs(incoming.headers, url.origin))
  headers.set('Host', url.host)
  return method === 'GET' || method === 'HEAD'
    ? new Request(url, { headers })
    : new Request(url, { method, headers, body })
}

function toHeaderPairs(incoming: IncomingHttpHeaders, publicOrigin: string): [string, string][] {
  const pairs: [string, string][] = []
  for (const [name, value] of Object.entries(incoming)) {
    if (value === undefined || name.startsWith('x-forwarded-')) continue
    if (name === 'origin' && value !== publicOrigin) continue
    pairs.push([name, Array.isArray(value) ? value.join(', ') : value])
  }
  return pairs
}
