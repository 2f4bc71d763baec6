import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { App } from './app.ts'
import type { Browser } from './browser.ts'

/** One call, as a program or a page of ours sends it. */
export interface Sent {
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

export interface Answered {
  status: number
  headers: Headers
  text: string
  json: () => unknown
}

/**
 * Sends a call through all that server.ts leads it through: judged and counted at the front, then answered by the
 * built app, then dressed. `Content-Length` says the truth unless `Transfer-Encoding` stands in `headers`.
 */
export async function sendCall(app: App, sent: Sent): Promise<Answered> {
  const bytes = new Uint8Array(Buffer.from(bodyOf(sent) ?? ''))
  return sendAsWritten(app, { ...sent, headers: headersOf(app, sent, bytes.length), bytes })
}

/** A request with these headers and no others. */
interface Written {
  method: string
  path: string
  /** Names in lower case, as Node has them. */
  headers: Record<string, string>
  bytes: Uint8Array<ArrayBuffer>
  inFlight?: number
  address?: string
}

/** Sends a request the same way, exactly as it is written: nothing is added to its headers. */
export async function sendAsWritten(app: App, written: Written): Promise<Answered> {
  const { method, path, headers, bytes, inFlight = 0, address = '192.0.2.1' } = written
  const incoming = Object.assign(new IncomingMessage(new Socket()), { method, url: path })
  Object.assign(incoming.headers, headers)
  const arrival = app.house.toArrival(incoming, address)
  const verdict = app.judge(arrival)
  if ('moved' in verdict) throw new Error(`${path} is sent to ${verdict.moved}`)
  if ('refused' in verdict) return refuse(app, path, verdict.refused)
  const excess = app.house.refuseExcess(arrival, verdict.url.pathname, { inFlight, now: Date.now() })
  if (excess) return refuse(app, path, excess)
  const ours = { 'X-Client-Address': address }
  const request = app.house.toRequest(incoming, { url: verdict.url, body: bytes, ours })
  const answer = await app.house.onBehalf(() => app.handle(request), 'a-test')
  const dressed = new Headers(answer.headers)
  app.house.dressOther(dressed, app.house.config.isHttps)
  return told(answer.status, dressed, await answer.text())
}

function bodyOf({ body, raw }: Sent): string | Uint8Array | undefined {
  return raw ?? (body === undefined ? undefined : JSON.stringify(body))
}

/** Node's headers: lower case. A browser says where a post comes from, a program does not. */
function headersOf(app: App, sent: Sent, length: number): Record<string, string> {
  const { as, bearer, headers = {}, path } = sent
  const cookie = as?.cookieHeader(new URL(path, app.origin).pathname)
  const hasBody = bodyOf(sent) !== undefined
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

function refuse(app: App, path: string, refusal: Parameters<App['house']['answerRefusal']>[1]): Answered {
  const { status, headers, body } = app.house.answerRefusal(path.split('?')[0] ?? '', refusal)
  return told(status, new Headers({ ...app.house.baseHeaders, ...headers }), body)
}

function told(status: number, headers: Headers, text: string): Answered {
  return { status, headers, text, json: () => JSON.parse(text) }
}
