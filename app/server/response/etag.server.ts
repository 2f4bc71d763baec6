import { createHash } from 'node:crypto'

/** The content codings of a response. */
export type ContentCoding = 'br' | 'gzip' | 'identity'

/** The best coding that an Accept-Encoding header accepts. An unreadable weight counts as 0. */
export function negotiateCoding(acceptEncoding: string | undefined): ContentCoding {
  if (acceptEncoding === undefined) return 'identity'
  const weights = new Map(acceptEncoding.toLowerCase().split(',').map(toWeight))
  const weight = (coding: ContentCoding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best = weight('br') >= weight('gzip') ? 'br' : 'gzip'
  return weight(best) > 0 ? best : 'identity'
}

function toWeight(item: string): [string, number] {
  const [coding = '', ...parameters] = item.split(';').map((part) => part.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return [coding, weight >= 0 && weight <= 1 ? weight : 0]
}

/** The ETag of a body. It is weak, because it is the same for every content coding. */
export function computeEtag(body: Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Whether an If-None-Match header names `etag` (weak comparison, RFC 9110 13.1.2), so that 304 is enough. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  // A tag may contain commas, but no quotes: no part of another tag is `opaque`, which has two.
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(opaque)
}
