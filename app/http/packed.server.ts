import type { IncomingMessage, ServerResponse } from 'node:http'
import { etagOf, isKnownTo, pickCoding } from './conditions.server.ts'
import { isText, squeezeOnce } from './squeezed.server.ts'

/** What decides about the form of an answer. */
export interface Wanted {
  method: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

/** The same of a request. */
export function wantedBy({ method = 'GET', headers }: IncomingMessage): Wanted {
  const acceptEncoding = headers['accept-encoding']?.toString()
  return { method, acceptEncoding, ifNoneMatch: headers['if-none-match'] }
}

/** An answer as it goes out. */
export interface Packed {
  status: number
  headers: [name: string, value: string | string[]][]
  body: Uint8Array | undefined
}

/** Packs a Response whole, with its length, under `headers`; JSON that was read with its ETag, or 304 to who has it. */
export async function packResponse(wanted: Wanted, response: Response, headers: Headers): Promise<Packed> {
  const whole = Buffer.from(await response.arrayBuffer())
  const packed = new Map<string, string | string[]>(headers)
  packed.delete('set-cookie')
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) packed.set('set-cookie', cookies)
  const pack = (status: number, body?: Buffer): Packed => ({ status, headers: [...packed], body })

  const { method, acceptEncoding, ifNoneMatch } = wanted
  if (isReadJson(method, response)) {
    const etag = etagOf(whole)
    packed.set('etag', etag)
    if (isKnownTo(ifNoneMatch, etag)) {
      packed.delete('content-type')
      return pack(304)
    }
  }
  const canSqueeze = isText(headers.get('Content-Type'))
  const varies = [headers.get('Vary'), 'Accept-Encoding'].filter(Boolean)
  if (canSqueeze) packed.set('vary', varies.join(', '))
  if ([204, 304].includes(response.status)) return pack(response.status)
  const coding = pickCoding(acceptEncoding)
  const squeezed = canSqueeze && method !== 'HEAD' ? squeezeOnce(whole, coding) : undefined
  if (squeezed) packed.set('content-encoding', coding)
  const body = squeezed ?? whole
  packed.set('content-length', String(body.length))
  return method === 'HEAD' ? pack(response.status) : pack(response.status, body)
}

/** Sends what was packed. */
export function sendPacked(outgoing: ServerResponse, { status, headers, body }: Packed): void {
  outgoing.statusCode = status
  for (const [name, value] of headers) outgoing.setHeader(name, value)
  outgoing.end(body)
}

function isReadJson(method: string, { status, headers }: Response): boolean {
  const isJson = headers.get('Content-Type')?.startsWith('application/json') === true
  return (method === 'GET' || method === 'HEAD') && status === 200 && isJson
}
