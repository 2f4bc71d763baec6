import { errors } from 'jose'
import { z } from 'zod'
import type { Session } from '#db/accounts/sessions.server.ts'
import { readAdminRights } from './admin-rights.server.ts'
import type { Provider } from './discovery.server.ts'
import { readAccessTokenClaims, verifyIdToken } from './verify-tokens.server.ts'

/** The signed-in person, and the tokens that the server stores. `rolesFrom`: what had the roles; null when nothing had. */
export type Identity = Awaited<ReturnType<typeof readIdentity>>

/** The result of a renewal. `isAdmin` is undefined when nothing came that decides (D25). */
export type Renewal = Awaited<ReturnType<typeof readRenewal>>

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
export async function readIdentity(provider: Provider, response: object, nonce: string) {
  const tokens = tokenResponse.parse(response)
  const idToken = tokens.id_token ?? ''
  const claims = await verifyIdToken(provider, idToken)
  if (claims.nonce !== nonce)
    throw new errors.JWTClaimValidationFailed('not of this attempt', claims, 'nonce')
  const { sub: subject } = claims
  const person = { subject, accessToken: tokens.access_token, rolesFrom: null }
  const access = await readAccessTokenClaims(provider, tokens.access_token)
  const rights = await readAdminRights(provider, { id_token: claims, access_token: access }, person)
  return {
    issuer: provider.issuer,
    subject,
    ...rights,
    isAdmin: rights.isAdmin === true,
    providerSession: typeof claims.sid === 'string' ? claims.sid : null,
    idToken,
    refreshToken: tokens.refresh_token ?? null,
    lifeSeconds: tokens.expires_in,
  }
}

/** The refresh token of a token response, if there is one. */
export function readRefreshToken(response: object): string | undefined {
  return tokenResponse.pick({ refresh_token: true }).parse(response).refresh_token
}

/** Reads the token response of a session's renewal; its ID token is optional. Throws a jose error when that is invalid. */
export async function readRenewal(
  provider: Provider,
  response: object,
  session: Pick<Session, 'subject' | 'rolesFrom'>,
) {
  const tokens = tokenResponse.parse(response)
  const { id_token: idToken, access_token: accessToken } = tokens
  const claims = idToken ? await verifyIdToken(provider, idToken) : undefined
  const access = await readAccessTokenClaims(provider, accessToken)
  const person = { ...session, accessToken }
  return {
    subject: claims?.sub,
    ...(await readAdminRights(provider, { id_token: claims, access_token: access }, person)),
    idToken,
    lifeSeconds: tokens.expires_in,
  }
}
