import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { config } from '#app/config.server.ts'

const tokenKey = deriveKey('douze/session-tokens/1')

/** SHA-256 as base64url: the stored form of session ids, states and logout tokens. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** The nonce of a sign-in attempt: only this server can derive it from the state (security.md). */
export const deriveNonce = createSigner('douze/nonce/1').sign

/** Encrypts a token with AES-256-GCM, bound to its owner, so that it can be decrypted in no other row. */
export function encryptToken(token: string, owner: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', tokenKey, iv).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Decrypts a token; null when it was changed, moved to another row, or encrypted with another secret. */
export function decryptToken(sealed: string, owner: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < 28) return null
  const decipher = createDecipheriv('aes-256-gcm', tokenKey, bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Signs texts of one purpose by HMAC-SHA-256; a signature is 43 characters of base64url. */
export function createSigner(purpose: string) {
  const key = deriveKey(purpose)
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const isGenuine = (text: string, signature: string) =>
    signature.length === 43 && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(text)))
  return { sign, isGenuine }
}

function deriveKey(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', config.sessionSecret, '', purpose, 32))
}
