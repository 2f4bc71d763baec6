import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import {
  type ContentCoding,
  computeEtag,
  matchesEtag,
  negotiateCoding,
} from '#app/server/response/etag.server.ts'

/** A whole answer of 200, ready to be sent to everybody for whom it was drawn. */
export interface CachedResponse {
  etag: string
  /** Names and values in turn, without those of the body. */
  headers: readonly string[]
  variants: Readonly<Record<ContentCoding, { body: Buffer; headers: readonly string[] }>>
  /** What all of it takes in memory. */
  bytes: number
  /** System clock, epoch ms: from then on it would read differently. */
  validUntil: number
}

/** What the objects around texts and bytes take, about. */
const OBJECTS_BYTES = 2048

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** How hard an answer is compressed: at best what is asked for under one address only, quickly what has many. */
export type CompressionEffort = 'best' | 'quick'
const levels = { best: { brotli: 11, gzip: 9 }, quick: { brotli: 4, gzip: 4 } } as const

/** One after another: the few threads that compress read files, too. */
let compressionQueue: Promise<unknown> = Promise.resolve()

/** Makes an answer a kept page, or undefined when it is not for everybody (`headers` are those it is sent with). */
export async function toPublicCachedResponse(
  response: Response,
  headers: Headers,
  { validUntil, effort }: { validUntil: number; effort: CompressionEffort },
): Promise<CachedResponse | undefined> {
  return isPubliclyCacheable(response.status, headers)
    ? toCachedResponse(response, headers, { validUntil, effort })
    : undefined
}

/** Makes an answer of 200 a kept one. The caller has made sure that it reads alike for all who may ask for it. */
export async function toCachedResponse(
  response: Response,
  headers: Headers,
  { validUntil, effort }: { validUntil: number; effort: CompressionEffort },
): Promise<CachedResponse> {
  const body = Buffer.from(await response.arrayBuffer())
  const { br, gz } = await compressInTurn(body, effort)
  const etag = computeEtag(body)
  const type = headers.get('Content-Type') ?? 'application/octet-stream'
  const list = toList(headers, etag)
  return {
    etag,
    headers: list,
    variants: {
      br: { body: br, headers: bodyHeaders(type, br, 'br') },
      gzip: { body: gz, headers: bodyHeaders(type, gz, 'gzip') },
      identity: { body, headers: bodyHeaders(type, body) },
    },
    bytes: body.length + br.length + gz.length + list.join('').length + OBJECTS_BYTES,
    validUntil,
  }
}

function compressInTurn(body: Buffer, effort: CompressionEffort): Promise<{ br: Buffer; gz: Buffer }> {
  const { brotli, gzip: level } = levels[effort]
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_QUALITY]: brotli,
  }
  const mine = compressionQueue.then(async () => ({
    br: copyBuffer(await brotliAsync(body, { params })),
    gz: copyBuffer(await gzipAsync(body, { level })),
  }))
  compressionQueue = mine.catch(() => {})
  return mine
}

/** What zlib makes lies in a block of 16 kB and more, which it would hold on to. */
function copyBuffer(squeezed: Buffer): Buffer {
  return Buffer.from(new Uint8Array(squeezed).buffer)
}

/** What sets a cookie, carries a nonce or says that it must not be stored was drawn for one visitor. */
function isPubliclyCacheable(status: number, headers: Headers): boolean {
  const policy = headers.get('Content-Security-Policy') ?? ''
  const control = headers.get('Cache-Control') ?? ''
  return (
    status === 200 &&
    !headers.has('Set-Cookie') &&
    !policy.includes("'nonce-") &&
    !control.includes('no-store')
  )
}

function toList(headers: Headers, etag: string): string[] {
  const list = [...headers].filter(([name]) => !['content-type', 'content-length', 'vary'].includes(name))
  return [...list.flat(), 'Vary', 'Cookie, Accept-Encoding', 'ETag', etag]
}

function bodyHeaders(type: string, body: Buffer, coding?: string): string[] {
  const encoding = coding === undefined ? [] : ['Content-Encoding', coding]
  return ['Content-Type', type, ...encoding, 'Content-Length', String(body.length)]
}

/** Sends a kept page in the form the visitor takes, or 304 when it is known there. `ours`: more names and values. */
export function sendCachedResponse(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedResponse,
  extraHeaders: readonly string[] = [],
): void {
  if (matchesEtag(request.headers['if-none-match'], page.etag)) {
    response.writeHead(304, [...page.headers, ...extraHeaders]).end()
    return
  }
  const { body, headers } = page.variants[negotiateCoding(request.headers['accept-encoding']?.toString())]
  response.writeHead(200, [...headers, ...page.headers, ...extraHeaders])
  response.end(request.method === 'HEAD' ? undefined : body)
}
