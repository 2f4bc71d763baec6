import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import {
  type ContentCoding,
  computeEtag,
  matchesEtag,
  negotiateCoding,
} from '#app/server/response/etag.server.ts'
import { readBytes } from '#app/server/response/page-response.server.ts'
import type { CacheRule } from './cache-rules.server.ts'

/** A whole response with status 200, encoded in every content coding and ready to be sent. */
export interface CachedResponse {
  etag: string
  /** Names and values alternating, without those that depend on the coding. */
  headers: readonly string[]
  variants: Readonly<Record<ContentCoding, { body: Buffer; headers: readonly string[] }>>
  /** Its size in memory, about. */
  bytes: number
  /** Epoch ms of the system clock; from then on the content would differ. */
  validUntil: number
}

/** The size of the objects around strings and buffers, about. */
const OBJECTS_BYTES = 2048

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** How hard a response is compressed: 'best' for pages with one URL, 'quick' for those with many. */
type CompressionEffort = 'best' | 'quick'
const levels = { best: { brotli: 11, gzip: 9 }, quick: { brotli: 4, gzip: 4 } } as const

/** Compressions run one after another, because the few threads for them also read files. */
let compressionQueue: Promise<unknown> = Promise.resolve()

/**
 * Whether a response with status 200 reads alike for all who may get it: one that sets a cookie, has a nonce or forbids
 * storing was made for one visitor. All JSON of the API forbids storing, so that browsers keep none.
 */
export function isPubliclyCacheable(
  { status, headers }: Response,
  { authorize }: Pick<CacheRule, 'authorize'>,
): boolean {
  const policy = headers.get('Content-Security-Policy') ?? ''
  const isStorable = authorize !== 'signed-out' || !headers.get('Cache-Control')?.includes('no-store')
  return status === 200 && !headers.has('Set-Cookie') && !policy.includes("'nonce-") && isStorable
}

interface CacheOptions {
  validUntil: number
  effort: CompressionEffort
  /** The response that it replaces. */
  replaced?: CachedResponse | undefined
}

/**
 * Makes a response ready to be cached. One that reads as the one before is not compressed again: each press at the desk has public
 * pages rendered anew, and compressing two of them took a tenth of a second of the processor.
 */
export async function toCachedResponse(
  response: Response,
  { validUntil, effort, replaced }: CacheOptions,
): Promise<CachedResponse> {
  const body = await readBytes(response)
  const etag = computeEtag(body)
  const { br, gz } =
    replaced?.etag === etag
      ? { br: replaced.variants.br.body, gz: replaced.variants.gzip.body }
      : await compressInOrder(body, effort)
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream'
  const headers = toHeaderList(response.headers, etag)
  return {
    etag,
    headers,
    variants: {
      br: { body: br, headers: bodyHeaders(type, br, 'br') },
      gzip: { body: gz, headers: bodyHeaders(type, gz, 'gzip') },
      identity: { body, headers: bodyHeaders(type, body) },
    },
    bytes: body.length + br.length + gz.length + headers.join('').length + OBJECTS_BYTES,
    validUntil,
  }
}

function compressInOrder(body: Buffer, effort: CompressionEffort): Promise<{ br: Buffer; gz: Buffer }> {
  const { brotli, gzip: level } = levels[effort]
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length, [constants.BROTLI_PARAM_QUALITY]: brotli }
  const compressed = compressionQueue.then(async () => ({
    br: copyBuffer(await brotliAsync(body, { params })),
    gz: copyBuffer(await gzipAsync(body, { level })),
  }))
  compressionQueue = compressed.catch(() => {})
  return compressed
}

/** Copies a buffer of zlib: it is a view of a block of 16 kB or more, which would stay in memory with it. */
function copyBuffer(buffer: Buffer): Buffer {
  return Buffer.from(new Uint8Array(buffer).buffer)
}

function toHeaderList(headers: Headers, etag: string): string[] {
  const list = [...headers].filter(([name]) => !['content-type', 'content-length', 'vary'].includes(name))
  return [...list.flat(), 'Vary', 'Cookie, Accept-Encoding', 'ETag', etag]
}

function bodyHeaders(type: string, body: Buffer, coding?: string): string[] {
  const encoding = coding === undefined ? [] : ['Content-Encoding', coding]
  return ['Content-Type', type, ...encoding, 'Content-Length', String(body.length)]
}

/**
 * Sends a cached response in the coding the client accepts, or 304 when its ETag matches. `extraHeaders`: names and
 * values alternating.
 */
export function sendCachedResponse(
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  extraHeaders: readonly string[] = [],
): void {
  if (matchesEtag(request.headers['if-none-match'], cached.etag)) {
    response.writeHead(304, [...cached.headers, ...extraHeaders]).end()
    return
  }
  const { body, headers } = cached.variants[negotiateCoding(request.headers['accept-encoding']?.toString())]
  response.writeHead(200, [...headers, ...cached.headers, ...extraHeaders])
  response.end(request.method === 'HEAD' ? undefined : body)
}
