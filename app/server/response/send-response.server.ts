import type { IncomingMessage, ServerResponse } from 'node:http'
import { compressBody, isCompressible } from './compress.server.ts'
import { computeEtag, matchesEtag, negotiateCoding } from './etag.server.ts'

/** What decides about the form of an answer. */
export interface ClientPreferences {
  method: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

/** The same of a request. */
export function readClientPreferences({ method = 'GET', headers }: IncomingMessage): ClientPreferences {
  const acceptEncoding = headers['accept-encoding']?.toString()
  return { method, acceptEncoding, ifNoneMatch: headers['if-none-match'] }
}

/** An answer as it goes out. */
export interface EncodedResponse {
  status: number
  headers: [name: string, value: string | string[]][]
  body: Uint8Array | undefined
}

/** Packs a Response whole, with its length, under `headers`; JSON that was read with its ETag, or 304 to who has it. */
export async function encodeResponse(
  wanted: ClientPreferences,
  response: Response,
  headers: Headers,
): Promise<EncodedResponse> {
  const uncompressed = Buffer.from(await response.arrayBuffer())
  const headerMap = new Map<string, string | string[]>(headers)
  headerMap.delete('set-cookie')
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) headerMap.set('set-cookie', cookies)
  const toEncoded = (status: number, body?: Buffer): EncodedResponse => ({
    status,
    headers: [...headerMap],
    body,
  })

  const { method, acceptEncoding, ifNoneMatch } = wanted
  if (isJsonRead(method, response)) {
    const etag = computeEtag(uncompressed)
    headerMap.set('etag', etag)
    if (matchesEtag(ifNoneMatch, etag)) {
      headerMap.delete('content-type')
      return toEncoded(304)
    }
  }
  const canCompress = isCompressible(headers.get('Content-Type'))
  const varies = [headers.get('Vary'), 'Accept-Encoding'].filter(Boolean)
  if (canCompress) headerMap.set('vary', varies.join(', '))
  if ([204, 304].includes(response.status)) return toEncoded(response.status)
  const coding = negotiateCoding(acceptEncoding)
  const compressed = canCompress && method !== 'HEAD' ? compressBody(uncompressed, coding) : undefined
  if (compressed) headerMap.set('content-encoding', coding)
  const body = compressed ?? uncompressed
  headerMap.set('content-length', String(body.length))
  return method === 'HEAD' ? toEncoded(response.status) : toEncoded(response.status, body)
}

/** Sends what was packed. */
export function sendEncodedResponse(
  outgoing: ServerResponse,
  { status, headers, body }: EncodedResponse,
): void {
  outgoing.statusCode = status
  for (const [name, value] of headers) outgoing.setHeader(name, value)
  outgoing.end(body)
}

function isJsonRead(method: string, { status, headers }: Response): boolean {
  const isJson = headers.get('Content-Type')?.startsWith('application/json') === true
  return (method === 'GET' || method === 'HEAD') && status === 200 && isJson
}
