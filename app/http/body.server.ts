import type { Refusal } from './refusal.server.ts'

/** Bodies a path takes: how many bytes, of which types. */
type BodyRule = { cap: number; types: readonly string[] }

export type BodyHeaders = {
  contentLength: string | undefined
  contentType: string | undefined
  contentEncoding: string | undefined
  transferEncoding: string | undefined
}

const form: BodyRule = {
  cap: 256 * 1024,
  types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
}
const json: BodyRule = { cap: 100 * 1024, types: ['application/json'] }

/** What kind of body a path takes. */
function bodyRule(path: string): BodyRule {
  return path === '/api' || path.startsWith('/api/') ? json : form
}

/**
 * Judges a body by its headers, before a byte is read: it is read whole, so its length must be known (411)
 * and under the cap (413); Remix answers a wrong form type with 500, so it is refused here (415).
 * Undefined means that it may be read.
 */
export function judgeBody(path: string, headers: BodyHeaders): Refusal | undefined {
  const { cap, types } = bodyRule(path)
  if (headers.transferEncoding !== undefined) return { errorType: 'LENGTH_REQUIRED', status: 411 }
  const length = Number(headers.contentLength ?? 0)
  if (length > cap) return { errorType: 'PAYLOAD_TOO_LARGE', status: 413, headers: closeIfHuge(length) }
  if (length === 0 && headers.contentType === undefined) return undefined
  const type = (headers.contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const isPlain = (headers.contentEncoding ?? 'identity') === 'identity'
  return types.includes(type) && isPlain ? undefined : { errorType: 'UNSUPPORTED_MEDIA_TYPE', status: 415 }
}

/** A little too much is read and thrown away, so that the browser gets to see the answer; a flood is cut off. */
function closeIfHuge(length: number): Record<string, string> {
  return length > 16 * 1024 * 1024 ? { Connection: 'close' } : {}
}
