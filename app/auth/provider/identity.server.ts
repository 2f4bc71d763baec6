import { errors } from 'jose'
import { z } from 'zod'
import type { Provider } from './discovery.server.ts'
import { isAdmin, readAccessTokenClaims, verifyIdToken } from './verify-tokens.server.ts'

/** The signed-in person, and the tokens that the server stores. */
export interface Identity {
  issuer: string
  subject: string
  isAdmin: boolean
  providerSession: string | null
  idToken: string
  refreshToken: string | null
  lifeSeconds: number | undefined
}

/** The result of a renewal. `isAdmin` is undefined when no token contains the roles. */
export interface Renewal {
  subject: string | undefined
  isAdmin: boolean | undefined
  idToken: string | undefined
  refreshToken: string | undefined
  lifeSeconds: number | undefined
}

/** No provider sends longer tokens, and the database must not store them. */
const token = z.string().max(32_768).optional()

const tokenResponse = z.object({
  id_token: token,
  access_token: token,
  refresh_token: token,
  expires_in: z.coerce.number().positive().optional().catch(undefined),
})

/**
 * Reads the token response of a sign-in. Throws a jose error when the ID token is not from this provider, for this
 * client, fresh and of this attempt (OpenID Connect Core 3.1.3.7).
 */
export async function readIdentity(provider: Provider, response: object, nonce: string): Promise<Identity> {
  const tokens = tokenResponse.parse(response)
  const idToken = tokens.id_token ?? ''
  const claims = await verifyIdToken(provider, idToken)
  if (claims.nonce !== nonce)
    throw new errors.JWTClaimValidationFailed('not of this attempt', claims, 'nonce')
  return {
    issuer: provider.issuer,
    subject: claims.sub,
    isAdmin: isAdmin(claims.sub, [claims, await readAccessTokenClaims(provider, tokens.access_token)]),
    providerSession: typeof claims.sid === 'string' ? claims.sid : null,
    idToken,
    refreshToken: tokens.refresh_token ?? null,
    lifeSeconds: tokens.expires_in,
  }
}

/** Reads the token response of a renewal; its ID token is optional. Throws a jose error when that is invalid. */
export async function readRenewal(provider: Provider, response: object, subject: string): Promise<Renewal> {
  const tokens = tokenResponse.parse(response)
  const claims = tokens.id_token ? await verifyIdToken(provider, tokens.id_token) : undefined
  const access = await readAccessTokenClaims(provider, tokens.access_token)
  return {
    subject: claims?.sub,
    isAdmin: claims || access ? isAdmin(subject, [claims, access]) : undefined,
    idToken: tokens.id_token,
    refreshToken: tokens.refresh_token,
    lifeSeconds: tokens.expires_in,
  }
}
