import { once } from 'node:events'
import { request as ask } from 'node:http'
import { buffer } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import type { FuzzServer } from './fuzz-server.ts'
import type { FuzzRequest, VisitorKind } from './fuzz-target.ts'

/** What came of one request. */
export interface FuzzResponse {
  /** 0: the line broke before there was an answer. */
  status: number
  /** Head and body, one character for each byte. */
  answer: string
  /** How long the event loop stood still meanwhile, in ms. */
  delayMs: number
  hasChanged: boolean
}

export type Send = (sent: FuzzRequest, visitor: VisitorKind) => Promise<FuzzResponse>

/** Sends requests one after the other, each as another of its kind and from another address. */
export function createSender({ server, app, turns, cookieOf, nextAddress }: FuzzServer): Send {
  const store = new Database(app.file, { readonly: true })
  // Another one after whatever anybody else has stored.
  const version = () => store.pragma('data_version', { simple: true })

  return async function send(sent, visitor) {
    const own = cookieOf(sent.isAnonymous ? 'stranger' : visitor)
    const cookies = [sent.headers?.Cookie, own].filter(Boolean).join('; ')
    const headers = {
      Host: `localhost:${server.port}`,
      // As browsers ask: a server that refuses a body reads on until its answer has been read.
      Connection: 'keep-alive',
      'X-Forwarded-For': nextAddress(),
      ...sent.headers,
      ...(cookies === '' ? {} : { Cookie: cookies }),
    }
    const before = version()
    const { status, answer } = await exchange(server.port, { ...sent, headers })
    return { status, answer, delayMs: await turns.longest(), hasChanged: version() !== before }
  }
}

/** One request on a connection of its own. Who refuses a body may close while it is still being sent. */
async function exchange(port: number, { method, path, headers, body }: FuzzRequest) {
  const request = ask({ host: '127.0.0.1', port, agent: false, method, path, headers }).on('error', () => {})
  const bytes = Buffer.from(body ?? '', 'latin1')
  if (body !== undefined) request.setHeader('Content-Length', bytes.length)
  try {
    request.end(bytes)
    const [response] = await once(request, 'response')
    const text = (await buffer(response)).toString('latin1')
    return { status: Number(response.statusCode), answer: `${response.rawHeaders.join('\n')}\n\n${text}` }
  } catch {
    return { status: 0, answer: '' }
  } finally {
    request.destroy()
  }
}
