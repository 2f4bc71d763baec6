import { createHash, randomBytes } from 'node:crypto'
import { boundedText } from './fields.server.ts'

/** The hidden field of a form that makes something: each page that is drawn carries another. */
export const idempotencyField = boundedText(100).default('')

/** What a form that is drawn now carries. */
export function createIdempotencyToken(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * What is the same only when the same page's form is sent again with the same content by the same manager: a
 * double press, a repeated request. Undefined for a form that carries nothing: then every sending counts.
 */
export function toIdempotencyKey(token: string, managerId: number, content: unknown): string | undefined {
  if (token === '') return undefined
  return createHash('sha256')
    .update(JSON.stringify([managerId, token, content]))
    .digest('base64url')
}
