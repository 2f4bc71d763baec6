import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type ContentCoding, negotiateCoding } from './etag.server.ts'

/** Squeezing what is smaller saves no packet. */
const minBytes = 1024
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants

/** Whether what is of this type is text, and so sent squeezed to those who take it. */
export function isCompressible(type: string | null): boolean {
  return type !== null && /^text\/|json|xml|javascript/.test(type)
}

/**
 * Squeezes a text that is sent once, or undefined when it goes as it is. At once, because handing 30 kB to another thread
 * costs more than squeezing them; one level below the usual, because that costs half of it for a twentieth more bytes.
 */
export function compressBody(body: Buffer, coding: ContentCoding): Buffer | undefined {
  if (body.length < minBytes) return undefined
  if (coding === 'gzip') return gzipSync(body, { level: 3 })
  const params = { [BROTLI_PARAM_QUALITY]: 3, [BROTLI_PARAM_SIZE_HINT]: body.length }
  return coding === 'br' ? brotliCompressSync(body, { params }) : undefined
}

/** Leads the file server to the squeezed copy that the build laid beside a file, for visitors who take it. */
export function servePrecompressed(folder: string) {
  const copies = new Set(readdirSync(folder).filter((name) => name.endsWith('.br')))
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const { url = '', headers } = request
    if (copies.has(`${url.slice(1)}.br`)) {
      response.setHeader('Vary', 'Accept-Encoding')
      if (negotiateCoding(headers['accept-encoding']?.toString()) === 'br') {
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
