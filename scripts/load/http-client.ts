import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A request to a server on this machine. */
export interface HttpRequest {
  port: number
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** A whole response, with its body as received. */
export interface HttpResponse {
  status: number
  location: string | undefined
  setCookie: string[]
  body: Buffer
}

/** A visitor does not wait longer. */
const timeoutMs = 30_000

/** As many connections as concurrent visitors; they stay open, as behind a proxy. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 1024 })

/** Sends a request and reads the whole response; null on a connection error or timeout. */
export async function sendRequest({
  port,
  method,
  path,
  headers,
  body,
}: HttpRequest): Promise<HttpResponse | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  const sent = body === undefined ? {} : bodyHeaders(body)
  const all = { Host: `localhost:${port}`, 'Accept-Encoding': 'gzip', ...headers, ...sent }
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers: all, agent, signal })
  try {
    outgoing.end(body)
    const [response] = await once(outgoing, 'response')
    const bytes = await buffer(response)
    const { location, 'set-cookie': setCookie = [] } = response.headers
    return { status: response.statusCode, location, setCookie, body: bytes }
  } catch {
    return null
  }
}

function bodyHeaders(body: string) {
  return {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(Buffer.byteLength(body)),
    'Sec-Fetch-Site': 'same-origin',
  }
}

/** Closes all connections, so that the server can exit. */
export function closeConnections(): void {
  agent.destroy()
}
