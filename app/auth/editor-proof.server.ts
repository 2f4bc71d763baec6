import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from './session/token-encryption.server.ts'

const key = deriveKey('douze/news-editor/1')
const lifeMs = 24 * 60 * 60 * 1000
const proofPattern = /^(\d{1,15})\.([\w-]{43})$/
const maxLength = 60

/**
 * Signs the proof that an admin opened a news form: after the session has ended only such a form's typed article is
 * returned (D16). It grants nothing else. `now`: system clock, epoch ms.
 */
export function signEditorProof(now: number): string {
  const expiresAt = String(now + lifeMs)
  return `${expiresAt}.${computeMac(expiresAt)}`
}

/** Whether a proof is genuine and at most 24 hours old. `now` as above. */
export function isValidEditorProof(text: string, now: number): boolean {
  const [, expiresAt = '', mac = ''] = text.length <= maxLength ? (proofPattern.exec(text) ?? []) : []
  if (mac === '' || now >= Number(expiresAt)) return false
  return timingSafeEqual(Buffer.from(mac), Buffer.from(computeMac(expiresAt)))
}

function computeMac(text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
