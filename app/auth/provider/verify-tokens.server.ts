import { errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { config } from '#app/config.server.ts'
import type { Provider } from './discovery.server.ts'
import { hasAdminRole } from './roles.ts'

// Only signatures by the provider's own keys: never 'none', never an HMAC by the shared client secret.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const clockTolerance = 30

/** How far the provider's clock may be ahead. */
const maxClockSkewSeconds = 300

/** OpenID Connect Core 2: at most 255 characters. */
function isSubject(sub: unknown): sub is string {
  return typeof sub === 'string' && sub !== '' && sub.length <= 255
}

/** Verifies an ID token: from this provider, for this client, not expired. Throws a jose error otherwise. */
export async function verifyIdToken(
  provider: Provider,
  token: string,
): Promise<JWTPayload & { sub: string }> {
  const { payload } = await jwtVerify(token, provider.keys, {
    issuer: provider.issuer,
    audience: config.provider.clientId,
    algorithms,
    clockTolerance,
    requiredClaims: ['sub', 'iat', 'exp'],
  })
  const { sub, azp, aud } = payload
  if (!isSubject(sub)) throw new errors.JWTClaimValidationFailed('no subject', payload, 'sub')
  // jose accepts an `iat` in the future.
  if ((payload.iat ?? 0) > Date.now() / 1000 + maxClockSkewSeconds)
    throw new errors.JWTClaimValidationFailed('from the future', payload, 'iat')
  const isForAnother =
    azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== config.provider.clientId
  if (isForAnother) throw new errors.JWTClaimValidationFailed('for another client', payload, 'azp')
  return { ...payload, sub }
}

const keysUnavailableCodes = ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC']

/** Whether verification found a token invalid; false when the keys to verify it were unavailable. */
export function isInvalidToken(error: unknown): boolean {
  return error instanceof errors.JOSEError && !keysUnavailableCodes.includes(error.code)
}

/** The claims of an access token, when it is a JWT from this provider; undefined for an opaque token. */
export async function readAccessTokenClaims(provider: Provider, token = ''): Promise<JWTPayload | undefined> {
  try {
    const options = { issuer: provider.issuer, algorithms, clockTolerance }
    return (await jwtVerify(token, provider.keys, options)).payload
  } catch {
    return undefined
  }
}

/** Whether the subject is an admin by configuration, or by a role in one of the claims (D25). */
export function isAdmin(subject: string, claims: unknown[]): boolean {
  const { adminSubjects, rolesClaim } = config.provider
  return adminSubjects.includes(subject) || claims.some((claim) => hasAdminRole(claim, rolesClaim))
}

/**
 * Verifies a program's access token (D27): from this provider, for this client by `aud` or `azp`, not expired, and of the
 * type access token, so that an ID token is refused. Throws a jose error otherwise.
 */
export async function verifyAccessToken(provider: Provider, token: string) {
  const { payload, protectedHeader } = await jwtVerify(token, provider.keys, {
    issuer: provider.issuer,
    algorithms,
    clockTolerance,
    requiredClaims: ['sub', 'exp'],
  })
  const { sub: subject, azp, aud, typ } = payload
  const isOurs = [azp, aud].flat().includes(config.provider.clientId)
  const isAccess = /^(application\/)?at\+jwt$/i.test(protectedHeader.typ ?? '') || typ === 'Bearer'
  if (!isSubject(subject) || !isOurs || !isAccess) {
    throw new errors.JWTClaimValidationFailed('not an access token for this client', payload)
  }
  return { issuer: provider.issuer, subject, isAdmin: isAdmin(subject, [payload]) }
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const logoutClaims = z.object({
  iss: z.string(),
  jti: z.string().min(1),
  exp: z.number(),
  sub: z.string().optional(),
  sid: z.string().optional(),
  nonce: z.never().optional(),
  events: z.object({ [logoutEvent]: z.object({}) }),
})

/** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). Throws when it is not from this provider. */
export async function verifyLogoutToken(provider: Provider, token: string) {
  const { payload } = await jwtVerify(token, provider.keys, {
    issuer: provider.issuer,
    audience: config.provider.clientId,
    algorithms,
    clockTolerance,
    maxTokenAge: '10 minutes',
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
  })
  const claims = logoutClaims.parse(payload)
  if (claims.sub === undefined && claims.sid === undefined) throw new Error('names nobody')
  return claims
}
