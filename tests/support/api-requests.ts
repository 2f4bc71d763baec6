import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { type ErrorResponse, renderErrorResponse } from '#app/http/errors/error-response.server.ts'
import { addNonPageHeaders, buildBaseHeaders } from '#app/http/security-headers.server.ts'
import { toFetchRequest, toRequestHead } from '#app/server/request/node-http.server.ts'
import type { App } from './app.ts'
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
  /** How many other requests the server is handling. */
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
 * Sends a call through the pipeline of server.ts: checked and rate-limited, then handled by the built app, then sent
 * with its headers. `Content-Length` is correct unless `headers` has `Transfer-Encoding`.
 */
export async function sendCall(app: App, input: ApiRequest): Promise<ApiResponse> {
  const bytes = new Uint8Array(Buffer.from(bodyOf(input) ?? ''))
  return sendRawCall(app, { ...input, headers: headersOf(app, input, bytes.length), bytes })
}

/** A request with exactly these headers. */
interface RawRequest {
  method: string
  path: string
  /** Lower-case names, as in Node. */
  headers: Record<string, string>
  bytes: Uint8Array<ArrayBuffer>
  inFlight?: number
  address?: string
}

/** Sends a request through the pipeline, or to remix-serve, without adding any header. */
export async function sendRawCall(app: App, input: RawRequest): Promise<ApiResponse> {
  const { method, path, headers, bytes, inFlight = 0, address = '192.0.2.1' } = input
  if (app.sendToRemixServe) {
    const response = await app.sendToRemixServe(input)
    return toApiResponse(response.status, response.headers, await response.text())
  }
  const incoming = Object.assign(new IncomingMessage(new Socket()), { method, url: path })
  Object.assign(incoming.headers, headers)
  const { config, limitAddress, shedIfFull } = app.internals
  const head = toRequestHead(incoming, address)
  const checked = app.checkRequest(head)
  if ('redirectTo' in checked) throw new Error(`${path} is redirected to ${checked.redirectTo}`)
  if ('error' in checked) return refuse(app, path, checked.error)
  const target = { ...head, path: checked.url.pathname }
  const error = shedIfFull(target, { inFlight, now: Date.now() }) ?? limitAddress(head, target.path)
  if (error) return refuse(app, path, error)
  const request = toFetchRequest(incoming, { url: checked.url, body: bytes })
  const context = { requestId: 'a-test', clientAddress: address }
  const response = await app.handle(request, context)
  const responseHeaders = new Headers(response.headers)
  addNonPageHeaders(responseHeaders, config.isHttps)
  return toApiResponse(response.status, responseHeaders, await response.text())
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

function refuse(app: App, path: string, error: ErrorResponse): ApiResponse {
  const { status, headers, body } = renderErrorResponse(path.split('?')[0] ?? '', error)
  const baseHeaders = buildBaseHeaders(app.internals.config.isHttps)
  return toApiResponse(status, new Headers({ ...baseHeaders, ...headers }), body)
}

function toApiResponse(status: number, headers: Headers, text: string): ApiResponse {
  return { status, headers, text, json: () => JSON.parse(text) }
}
