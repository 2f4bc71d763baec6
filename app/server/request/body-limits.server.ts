import { isApiPath } from '#app/http/api-path.server.ts'
import type { ErrorResponse } from '#app/http/errors/error-response.server.ts'
import { bodyLimits } from '#app/http/request-body.server.ts'

type BodyRule = { maxBytes: number; types: readonly string[] }

export type BodyHeaders = {
  contentLength: string | undefined
  contentType: string | undefined
  contentEncoding: string | undefined
  transferEncoding: string | undefined
}

const form: BodyRule = {
  maxBytes: bodyLimits.form,
  types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
}
/** A back-channel logout by the identity provider: one token. */
const logout: BodyRule = { maxBytes: bodyLimits.anonymous, types: form.types }
const json: BodyRule = { maxBytes: bodyLimits.json, types: ['application/json'] }

/**
 * A form with pictures (D31). The limit is above the 5 MB of a picture, so that a picture slightly too large is refused by
 * its form, which keeps the other fields.
 */
const upload: BodyRule = { maxBytes: bodyLimits.picture, types: ['multipart/form-data'] }
const uploadPaths = /^\/admin\/news\/[^/]+$|^\/api\/admin\/news\/upload\/news-image$/

export function acceptsUploads(path: string): boolean {
  return uploadPaths.test(path)
}

/**
 * How long a body of `length` bytes may take to arrive, in ms: a picture takes longer than a form, above all from a
 * phone.
 */
export function bodyTimeoutMs(length: number): number {
  return length > bodyLimits.form ? 110_000 : 30_000
}

function findBodyRule(path: string, type: string): BodyRule {
  if (path === '/auth/backchannel-logout') return logout
  if (acceptsUploads(path) && upload.types.includes(type)) return upload
  return isApiPath(path) ? json : form
}

const tooLargeForm: ErrorResponse = {
  errorType: 'PAYLOAD_TOO_LARGE',
  message: 'What was sent is too large, so nothing was saved. Go back and send less.',
}

/**
 * Checks a body by its headers, before a byte is read. Bodies are read whole, so the length must be known (411) and within
 * the limit (413). Remix answers an unknown form type with 500, so it is refused here (415). Undefined: it may be read.
 */
export function checkBodyHeaders(path: string, headers: BodyHeaders): ErrorResponse | undefined {
  const type = (headers.contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const { maxBytes, types } = findBodyRule(path, type)
  if (headers.transferEncoding !== undefined) return { errorType: 'LENGTH_REQUIRED' }
  const length = Number(headers.contentLength ?? 0)
  if (length > maxBytes) return isApiPath(path) ? { errorType: 'PAYLOAD_TOO_LARGE' } : tooLargeForm
  if (length === 0 && headers.contentType === undefined) return undefined
  const isUncompressed = (headers.contentEncoding ?? 'identity') === 'identity'
  return types.includes(type) && isUncompressed ? undefined : { errorType: 'UNSUPPORTED_MEDIA_TYPE' }
}
