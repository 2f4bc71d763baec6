import { createSigner } from './session/token-encryption.server.ts'

const { sign, isGenuine } = createSigner('douze/news-editor/1')
const lifeMs = 24 * 60 * 60 * 1000
const proofPattern = /^(\d{1,15})\.([\w-]{43})$/
const maxLength = 60

/**
 * Signs the proof that an admin opened a news form: after the session has ended only such a form's typed article is
 * returned (D16). It grants nothing else. `now`: system clock, epoch ms.
 */
export function signEditorProof(now: number): string {
  const expiresAt = String(now + lifeMs)
  return `${expiresAt}.${sign(expiresAt)}`
}

/** Whether a proof is genuine and at most 24 hours old. `now` as above. */
export function isValidEditorProof(text: string, now: number): boolean {
  const [, expiresAt = '', mac = ''] = text.length <= maxLength ? (proofPattern.exec(text) ?? []) : []
  return now < Number(expiresAt) && isGenuine(expiresAt, mac)
}
