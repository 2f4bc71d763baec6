import type { IncomingMessage, ServerResponse } from 'node:http'
import { compressBody, isCompressible } from './compress.server.ts'
import { computeEtag, matchesEtag, negotiateCoding } from './etag.server.ts'

/** The parts of a request that decide how its response is encoded. */
export interface ClientPreferences {
  method: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

export function readClientPreferences({ method = 'GET', headers }: IncomingMessage): ClientPreferences {
  const acceptEncoding = headers['accept-encoding']?.toString()
  return { method, acceptEncoding, ifNoneMatch: headers['if-none-match'] }
}

/** A response as it is sent. */
export interface EncodedResponse {
  status: number
  headers: [name: string, value: string | string[]][]
  body: Uint8Array | undefined
}

/**
 * Encodes a whole Response with `headers` and its length. JSON that is read gets an ETag, or becomes 304 when the
 * client has it.
 */
export async function encodeResponse(
  preferences: ClientPreferences,
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

  const { method, acceptEncoding, ifNoneMatch } = preferences
  if (isJsonRead(method, response)) {
    const etag = computeEtag(uncompressed)
    headerMap.set('etag', etag)
    if (matchesEtag(ifNoneMatch, etag)) {
      headerMap.delete('content-type')
      return toEncoded(304)
    }
  }
  const canCompress = isCompressible(headers.get('Content-Type'))
  const vary = [headers.get('Vary'), 'Accept-Encoding'].filter(Boolean)
  if (canCompress) headerMap.set('vary', vary.join(', '))
  if ([204, 304].includes(response.status)) return toEncoded(response.status)
  const coding = negotiateCoding(acceptEncoding)
  const compressed = canCompress && method !== 'HEAD' ? compressBody(uncompressed, coding) : undefined
  if (compressed) headerMap.set('content-encoding', coding)
  const body = compressed ?? uncompressed
  headerMap.set('content-length', String(body.length))
  return method === 'HEAD' ? toEncoded(response.status) : toEncoded(response.status, body)
}

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
