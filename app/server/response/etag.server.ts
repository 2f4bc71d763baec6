import { createHash } from 'node:crypto'

/** The forms a kept page has. */
export type ContentCoding = 'br' | 'gzip' | 'identity'

/** The smallest form a visitor's Accept-Encoding takes. What cannot be read counts as refused. */
export function negotiateCoding(accepted: string | undefined): ContentCoding {
  if (accepted === undefined) return 'identity'
  const weights = new Map(accepted.toLowerCase().split(',').map(toWeight))
  const weight = (coding: ContentCoding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best = weight('br') >= weight('gzip') ? 'br' : 'gzip'
  return weight(best) > 0 ? best : 'identity'
}

function toWeight(item: string): [string, number] {
  const [coding = '', ...parameters] = item.split(';').map((part) => part.trim())
  const quality = parameters.find((each) => each.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return [coding, weight >= 0 && weight <= 1 ? weight : 0]
}

/** The ETag of a body: the same for every form of it, so it is a weak one. */
export function computeEtag(body: Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Whether an If-None-Match names `etag` (weak comparison, RFC 9110 13.1.2): the visitor has this page already. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, tag]) => tag === opaque)
}
