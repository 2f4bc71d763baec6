import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { z } from 'zod'

const stored = z.object({
  jwks: z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }),
  cookies: z.array(z.string()),
})

/**
 * The provider's signing and cookie keys, generated once: new ones after a restart would break sign-ins in progress.
 */
export async function ensureKeys(directory: string): Promise<z.output<typeof stored>> {
  const file = join(directory, 'provider-keys.json')
  if (existsSync(file)) return stored.parse(JSON.parse(readFileSync(file, 'utf8')))
  const keys = { jwks: { keys: [await makeKey()] }, cookies: [randomBytes(32).toString('base64url')] }
  mkdirSync(directory, { recursive: true })
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  return stored.parse(keys)
}

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') }
}
