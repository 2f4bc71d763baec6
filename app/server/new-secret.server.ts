import { randomBytes } from 'node:crypto'

/** The secret of a link: 128 random bits (D11, D39), as 22 characters that a URL takes as they are. */
export function newSecret(): string {
  return randomBytes(16).toString('base64url')
}
