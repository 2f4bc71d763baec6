import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { openWriteCounter } from '#tests/support/databases.ts'
import type { FuzzServer } from './fuzz-server.ts'
import type { FuzzRequest, VisitorKind } from './fuzz-target.ts'

/** The outcome of one request. */
export interface FuzzResponse {
  /** 0: the connection broke before a response. */
  status: number
  /** Headers and body, one character for each byte. */
  text: string
  /** How long the event loop was blocked meanwhile, in ms. */
  delayMs: number
  hasChanged: boolean
}

export type Send = (request: FuzzRequest, visitor: VisitorKind) => Promise<FuzzResponse>

/** Sends requests one after the other, each from another visitor of its kind and another address. */
export function createSender({ server, app, turns, cookieOf, nextAddress }: FuzzServer): Send {
  const countWrites = openWriteCounter(app.location)

  return async function send(request, visitor) {
    const session = cookieOf(request.isAnonymous ? 'stranger' : visitor)
    const cookies = [request.headers?.Cookie, session].filter(Boolean).join('; ')
    const headers = {
      Host: new URL(server.origin).host,
      // Like browsers: a server that rejects a body keeps reading until the client has read its response.
      Connection: 'keep-alive',
      'X-Forwarded-For': nextAddress(),
      ...request.headers,
      ...(cookies === '' ? {} : { Cookie: cookies }),
    }
    const before = await countWrites()
    const { status, text } = await exchange(server.port, { ...request, headers })
    return { status, text, delayMs: await turns.longest(), hasChanged: (await countWrites()) !== before }
  }
}

/** One request on its own connection. The server may close it while a rejected body is still being sent. */
async function exchange(port: number, { method, path, headers, body }: FuzzRequest) {
  const request = httpRequest({ host: '127.0.0.1', port, agent: false, method, path, headers }).on(
    'error',
    () => {},
  )
  const bytes = Buffer.from(body ?? '', 'latin1')
  if (body !== undefined) request.setHeader('Content-Length', bytes.length)
  try {
    request.end(bytes)
    const [response] = await once(request, 'response')
    const responseBody = (await buffer(response)).toString('latin1')
    return {
      status: Number(response.statusCode),
      text: `${response.rawHeaders.join('\n')}\n\n${responseBody}`,
    }
  } catch {
    return { status: 0, text: '' }
  } finally {
    request.destroy()
  }
}
