import { type App, toHeaders } from './app.ts'
import type { Browser } from './browser.ts'

/** One call, as a program or a page of this site sends it. */
export interface ApiRequest {
  method: string
  /** Path and query, unparsed. */
  path: string
  /** The browser whose session cookie is sent, from a page of this site. */
  as?: Browser | undefined
  bearer?: string | undefined
  /** Sent as JSON; `raw` is sent unchanged. */
  body?: unknown
  raw?: string | Uint8Array | undefined
  headers?: Record<string, string> | undefined
  address?: string
}

export interface ApiResponse {
  status: number
  headers: Headers
  text: string
  json: () => unknown
}

/** Sends a call. `Content-Length` is correct unless `headers` has another, or `Transfer-Encoding`. */
export async function sendCall(app: App, input: ApiRequest): Promise<ApiResponse> {
  const bytes = Buffer.from(bodyOf(input) ?? '')
  return sendRawCall(app, { ...input, headers: headersOf(app, input, bytes.length), bytes })
}

/** A request with exactly these headers. */
interface RawRequest {
  method: string
  path: string
  /** Lower-case names, as in Node. */
  headers: Record<string, string>
  bytes: Buffer
  address?: string
}

/** Sends a request without adding any header but the address of its client. */
export async function sendRawCall(
  app: App,
  { method, path, headers, bytes, address = '192.0.2.1' }: RawRequest,
): Promise<ApiResponse> {
  const escaped = path.replace(/[^!-~]/gu, encodeURIComponent)
  const options = { method, path: escaped, headers: { 'x-forwarded-for': address, ...headers } }
  const { status, headers: received, body: text } = await app.server.ask(options, bytes)
  return { status, headers: toHeaders(received), text, json: () => JSON.parse(text) }
}

function bodyOf({ body, raw }: ApiRequest): string | Uint8Array | undefined {
  return raw ?? (body === undefined ? undefined : JSON.stringify(body))
}

/** Node's headers: lower case. A browser sends the origin of a post, a program does not. */
function headersOf(app: App, input: ApiRequest, length: number): Record<string, string> {
  const { as, bearer, headers = {}, path } = input
  const cookie = as?.cookieHeader(new URL(path, app.origin).pathname)
  const hasBody = bodyOf(input) !== undefined
  const isChunked = 'transfer-encoding' in headers
  return {
    host: new URL(app.origin).host,
    ...(cookie ? { cookie, origin: app.origin } : {}),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(!hasBody ? {} : { 'content-type': 'application/json' }),
    ...(!hasBody || isChunked ? {} : { 'content-length': String(length) }),
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  }
}
