import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from './session/token-encryption.server.ts'

const key = deriveKey('douze/news-editor/1')
const lifeMs = 24 * 60 * 60 * 1000
const proofPattern = /^(\d{1,15})\.([\w-]{43})$/
const maxLength = 60

/**
 * Proves that a news form was handed to an admin: only then is what was typed shown again to who is not signed in any more (D16).
 * It allows nothing else. `now`: system clock, epoch ms.
 */
export function signEditorProof(now: number): string {
  const expiresAt = String(now + lifeMs)
  return `${expiresAt}.${computeMac(expiresAt)}`
}

/** Whether a form carries such a proof, of the last 24 hours. `now` as above. */
export function isValidEditorProof(text: string, now: number): boolean {
  const [, expiresAt = '', mac = ''] = text.length <= maxLength ? (proofPattern.exec(text) ?? []) : []
  if (mac === '' || now >= Number(expiresAt)) return false
  return timingSafeEqual(Buffer.from(mac), Buffer.from(computeMac(expiresAt)))
}

function computeMac(text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
