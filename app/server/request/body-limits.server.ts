import { isApiPath } from '#app/http/api-path.server.ts'
import type { ErrorResponse } from '#app/http/errors/error-response.server.ts'

/** Bodies a path takes: how many bytes, of which types. */
type BodyRule = { maxBytes: number; types: readonly string[] }

export type BodyHeaders = {
  contentLength: string | undefined
  contentType: string | undefined
  contentEncoding: string | undefined
  transferEncoding: string | undefined
}

/** How many bytes each kind of body may have (docs/security.md); `stranger`: what anybody may send. */
export const bodyLimits = {
  stranger: 16 * 1024,
  form: 256 * 1024,
  json: 100 * 1024,
  picture: 8 * 1024 * 1024,
} as const

const form: BodyRule = {
  maxBytes: bodyLimits.form,
  types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
}
/** What other servers send to the provider's logout: one token. */
const logout: BodyRule = { maxBytes: bodyLimits.stranger, types: form.types }
const json: BodyRule = { maxBytes: bodyLimits.json, types: ['application/json'] }

/**
 * Where pictures arrive (D31). More than their 5 MB, so that one that weighs a little too much is refused in its
 * form, with everything typed kept.
 */
const upload: BodyRule = { maxBytes: bodyLimits.picture, types: ['multipart/form-data'] }
const uploadPaths = /^\/admin\/news\/[^/]+$|^\/api\/admin\/news\/upload\/news-image$/

/** Whether pictures arrive at a path. */
export function acceptsUploads(path: string): boolean {
  return uploadPaths.test(path)
}

/** How long a body of `length` bytes may take to arrive, in ms: an admin's picture by phone takes longer than a form. */
export function bodyTimeoutMs(length: number): number {
  return length > bodyLimits.form ? 110_000 : 30_000
}

/** What kind of body a path takes. */
function findBodyRule(path: string, type: string): BodyRule {
  if (path === '/auth/backchannel-logout') return logout
  if (acceptsUploads(path) && upload.types.includes(type)) return upload
  return isApiPath(path) ? json : form
}

/**
 * Judges a body by its headers, before a byte is read: it is read whole, so its length must be known (411)
 * and under the cap (413); Remix answers a wrong form type with 500, so it is refused here (415).
 * Undefined means that it may be read.
 */
export function checkBodyHeaders(path: string, headers: BodyHeaders): ErrorResponse | undefined {
  const type = (headers.contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const { maxBytes: cap, types } = findBodyRule(path, type)
  if (headers.transferEncoding !== undefined) return { errorType: 'LENGTH_REQUIRED' }
  const length = Number(headers.contentLength ?? 0)
  if (length > cap) return { errorType: 'PAYLOAD_TOO_LARGE' }
  if (length === 0 && headers.contentType === undefined) return undefined
  const isPlain = (headers.contentEncoding ?? 'identity') === 'identity'
  return types.includes(type) && isPlain ? undefined : { errorType: 'UNSUPPORTED_MEDIA_TYPE' }
}
