import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { RequestHead } from './check-request.server.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * How long a visitor may take to send a request, in ms (security.md). Node looks only every so often whether that time
 * is over: by itself every 30 s, which would make 45 of the 15.
 */
export const requestTimeouts = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 2_000,
  /** Longer than a proxy keeps an idle connection (ops/Caddyfile: 4 s): who closes first must not be who may still be sent to. */
  keepAliveTimeout: 15_000,
}

/**
 * How long a connection may stand still while something is sent, in ms: who reads nothing is hung up on. Node looks twice before it
 * does, so it takes up to a minute.
 */
export const stallTimeoutMs = 30_000

/** Does work for a request that waits for us: meanwhile its connection may stand still. */
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
 * Whether a request may mean one thing here and another to a proxy in front: two hosts, or a target that is no path of
 * ours ('http://elsewhere/', '*'). Node takes the first host and hands such targets on.
 */
export function isAmbiguousRequest({ url = '', rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  return hosts.length > 1 || !url.startsWith('/')
}

/** Whether a refused body is too much, or may be, to be read and thrown away so that its sender sees the answer. */
export function mayHaveLargeBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 16 * 1024 * 1024
  )
}

/** How long what a refused sender still sends is read and thrown away, in ms. */
const drainMs = 10_000

/**
 * Sends a refusal, its headers being set. Node throws away what its sender still sends, but hangs up at once on who asked to be hung up
 * on after the answer: cut off while sending, they never see it. So for them it waits until they have sent all.
 */
export function endErrorResponse(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | undefined,
): void {
  const { connection = '', 'content-length': length = 0 } = request.headers
  const isCutOff = connection.toLowerCase() === 'close' && response.getHeader('Connection') !== 'close'
  if (!isCutOff || request.complete || Number(length) === 0) return void response.end(body)
  const end = () => {
    clearTimeout(timer)
    if (!response.writableEnded) response.end(body)
  }
  const timer = setTimeout(end, drainMs)
  request.once('end', end).once('close', end).resume()
}

/** Aborted once nobody waits for the answer any more. */
export function createDisconnectSignal(response: ServerResponse): AbortSignal {
  if (response.closed) return AbortSignal.abort()
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  return controller.signal
}

/** What is judged about a request. `address`: whose it is (address.server.ts). */
export function toRequestHead(
  { method = '', url = '', headers }: IncomingMessage,
  address: string,
): RequestHead {
  return {
    method,
    target: url,
    host: headers.host,
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

/** A header that was sent several times, as one line. */
export function joinHeaderLines(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}

/**
 * The Request that Remix sees. Origin and X-Forwarded-* end here: they were judged already, and Remix's own
 * weaker check would turn an honest request into a 500. A post without any body counts as an empty form. HEAD is
 * asked as GET, because Remix would throw the body away before its length and ETag are known.
 */
export function toFetchRequest(incoming: IncomingMessage, { url, body }: { url: URL; body: Bytes }): Request {
  const { method = 'GET' } = incoming
  const headers = new Headers(toHeaderPairs(incoming.headers))
  if (method === 'GET' || method === 'HEAD') return new Request(url, { headers })
  if (method === 'POST' && body.length === 0 && !headers.has('Content-Type')) {
    headers.set('Content-Type', 'application/x-www-form-urlencoded')
  }
  return new Request(url, { method, headers, body })
}

function toHeaderPairs(incoming: IncomingHttpHeaders): [string, string][] {
  const pairs: [string, string][] = []
  for (const [name, value] of Object.entries(incoming)) {
    if (value === undefined || name === 'origin' || name.startsWith('x-forwarded-')) continue
    pairs.push([name, Array.isArray(value) ? value.join(', ') : value])
  }
  return pairs
}
