import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pickCoding } from './conditions.server.ts'

/** Leads the file server to the squeezed copy that the build laid beside a file, for visitors who take it. */
export function preferSqueezed(folder: string) {
  const copies = new Set(readdirSync(folder).filter((name) => name.endsWith('.br')))
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const { url = '', headers } = request
    if (copies.has(`${url.slice(1)}.br`)) {
      response.setHeader('Vary', 'Accept-Encoding')
      if (pickCoding(headers['accept-encoding']?.toString()) === 'br') {
        response.setHeader('Content-Encoding', 'br')
        response.setHeader(
          'Content-Type',
          `text/${url.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
        )
        request.url = `${url}.br`
      }
    }
    next()
  }
}
