import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { App } from './app.ts'
import type { Browser } from './browser.ts'

/** One call, as a program or a page of ours sends it. */
export interface ApiRequest {
  method: string
  /** Path and query, unparsed. */
  path: string
  /** Whose session cookie comes along, from a page of this site. */
  as?: Browser | undefined
  bearer?: string | undefined
  /** Sent as JSON; `raw` is sent as it is. */
  body?: unknown
  raw?: string | Uint8Array | undefined
  headers?: Record<string, string> | undefined
  /** How many other requests the server is answering. */
  inFlight?: number
  address?: string
}

export interface ApiResponse {
  status: number
  headers: Headers
  text: string
  json: () => unknown
}

/**
 * Sends a call through all that server.ts leads it through: judged and counted at the front, then answered by the
 * built app, then dressed. `Content-Length` says the truth unless `Transfer-Encoding` stands in `headers`.
 */
export async function sendCall(app: App, input: ApiRequest): Promise<ApiResponse> {
  const bytes = new Uint8Array(Buffer.from(bodyOf(input) ?? ''))
  return sendRawCall(app, { ...input, headers: headersOf(app, input, bytes.length), bytes })
}

/** A request with these headers and no others. */
interface RawRequest {
  method: string
  path: string
  /** Names in lower case, as Node has them. */
  headers: Record<string, string>
  bytes: Uint8Array<ArrayBuffer>
  inFlight?: number
  address?: string
}

/** Sends a request the same way, exactly as it is written: nothing is added to its headers. */
export async function sendRawCall(app: App, input: RawRequest): Promise<ApiResponse> {
  const { method, path, headers, bytes, inFlight = 0, address = '192.0.2.1' } = input
  const incoming = Object.assign(new IncomingMessage(new Socket()), { method, url: path })
  Object.assign(incoming.headers, headers)
  const arrival = app.house.toRequestHead(incoming, address)
  const verdict = app.judge(arrival)
  if ('moved' in verdict) throw new Error(`${path} is sent to ${verdict.moved}`)
  if ('refused' in verdict) return refuse(app, path, verdict.refused)
  const excess = app.house.shedOrRateLimit(arrival, verdict.url.pathname, { inFlight, now: Date.now() })
  if (excess) return refuse(app, path, excess)
  const ours = { 'X-Client-Address': address }
  const request = app.house.toFetchRequest(incoming, { url: verdict.url, body: bytes, trustedHeaders: ours })
  const answer = await app.house.runInRequestContext(() => app.handle(request), 'a-test')
  const responseHeaders = new Headers(answer.headers)
  app.house.addNonPageHeaders(responseHeaders, app.house.config.isHttps)
  return toApiResponse(answer.status, responseHeaders, await answer.text())
}

function bodyOf({ body, raw }: ApiRequest): string | Uint8Array | undefined {
  return raw ?? (body === undefined ? undefined : JSON.stringify(body))
}

/** Node's headers: lower case. A browser says where a post comes from, a program does not. */
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

function refuse(
  app: App,
  path: string,
  refusal: Parameters<App['house']['renderErrorResponse']>[1],
): ApiResponse {
  const { status, headers, body } = app.house.renderErrorResponse(path.split('?')[0] ?? '', refusal)
  return toApiResponse(status, new Headers({ ...app.house.baseHeaders, ...headers }), body)
}

function toApiResponse(status: number, headers: Headers, text: string): ApiResponse {
  return { status, headers, text, json: () => JSON.parse(text) }
}
