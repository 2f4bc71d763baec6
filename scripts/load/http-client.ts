import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What is asked of a server on this machine. */
export interface HttpRequest {
  port: number
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** A whole answer, its body as it came. */
export interface HttpResponse {
  status: number
  location: string | undefined
  setCookie: string[]
  body: Buffer
}

/** Whoever waits longer has left. */
const timeoutMs = 30_000

/** As many connections as there are people waiting; they stay open, as behind a proxy. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 1024 })

/** Asks and reads the whole answer; null when the line broke or nobody waits on. */
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
  const asking = request({ host: '127.0.0.1', port, method, path, headers: all, agent, signal })
  try {
    asking.end(body)
    const [response] = await once(asking, 'response')
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

/** Lets go of all connections, so that the server may leave. */
export function closeConnections(): void {
  agent.destroy()
}
