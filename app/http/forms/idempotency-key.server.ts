import { createHash, randomBytes } from 'node:crypto'
import { boundedText } from './fields.server.ts'

/** Hidden field of a form that creates something: every rendered page has a new token. */
export const idempotencyField = boundedText(100).default('')

/** A new token for a rendered form. */
export function createIdempotencyToken(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * The idempotency key of a form: the same only for the same token, content and manager, as in a double press or a
 * repeated request. Undefined for a form without a token: then every request counts.
 */
export function toIdempotencyKey(token: string, managerId: number, content: unknown): string | undefined {
  if (token === '') return undefined
  return createHash('sha256')
    .update(JSON.stringify([managerId, token, content]))
    .digest('base64url')
}
