import {
  type CryptoKey,
  compactVerify,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import { z } from 'zod'
import { config } from '#app/config.server.ts'
import { logLine } from '#app/server/monitoring/log.server.ts'
import { decideAdmin } from './admin-rights.server.ts'
import type { Provider } from './discovery.server.ts'

// Only signatures by the provider's own keys: never 'none', never an HMAC by the shared client secret.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** How far the provider's clock may be ahead, by `iat` and `nbf`, in seconds. */
const maxClockSkew = 300
/** For how many seconds a token that has expired is accepted. */
const expiryTolerance = 30

/** Verifies a token's signature, issuer and times, and what the options add. Throws a jose error otherwise. */
async function verifyToken(provider: Provider, token: string, options: JWTVerifyOptions) {
  const settings = { issuer: provider.issuer, algorithms, clockTolerance: maxClockSkew, ...options }
  const verify = () => jwtVerify(token, provider.keys, settings).catch(tryEachKey)
  async function tryEachKey(error: unknown) {
    // Several keys without an id, which OpenID Connect Core 10.1 does not allow: any of them may have signed.
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) if (await isSignedBy(key, token)) return jwtVerify(token, key, settings)
    throw new errors.JWSSignatureVerificationFailed()
  }
  const verified = await verify().catch(async (error) => {
    // A new key without an id, or with the old one's. Forged signatures fetch the keys once a minute at most.
    const mayBeNew = error instanceof errors.JWSSignatureVerificationFailed && !provider.keys.coolingDown
    if (!mayBeNew) throw error
    await provider.keys.reload()
    return verify()
  })
  const { payload } = verified
  const now = Date.now() / 1000
  // jose accepts an `iat` in the future, and has one tolerance for `nbf` and `exp`.
  if ((payload.iat ?? 0) > now + maxClockSkew)
    throw new errors.JWTClaimValidationFailed('from the future', payload, 'iat', 'check_failed')
  if ((payload.exp ?? now) <= now - expiryTolerance)
    throw new errors.JWTExpired('expired', payload, 'exp', 'check_failed')
  return verified
}

function isSignedBy(key: CryptoKey, token: string): Promise<boolean> {
  return compactVerify(token, key, { algorithms }).then(
    () => true,
    () => false,
  )
}

/** OpenID Connect Core 2: at most 255 characters. */
function isSubject(sub: unknown): sub is string {
  return typeof sub === 'string' && sub !== '' && sub.length <= 255
}

/**
 * Verifies an ID token: from this provider, for this client, not expired. Throws a jose error otherwise. Logs times that do not
 * fit: the token is fresh, so one of both clocks is wrong.
 */
export async function verifyIdToken(
  provider: Provider,
  token: string,
): Promise<JWTPayload & { sub: string }> {
  const { payload } = await verifyToken(provider, token, {
    audience: config.provider.clientId,
    requiredClaims: ['sub', 'iat', 'exp'],
  }).catch(logClockTrouble)
  const { sub, azp, aud } = payload
  if (!isSubject(sub)) throw new errors.JWTClaimValidationFailed('no subject', payload, 'sub')
  const isForAnother =
    azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== config.provider.clientId
  if (isForAnother) throw new errors.JWTClaimValidationFailed('for another client', payload, 'azp')
  return { ...payload, sub }
}

function logClockTrouble(error: unknown): never {
  const isOfTime = error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed
  if (isOfTime && error.reason === 'check_failed' && ['iat', 'nbf', 'exp'].includes(error.claim)) {
    const seconds = Math.round(Number(error.payload[error.claim]) - Date.now() / 1000)
    logLine('warn', 'clocks differ', { claim: error.claim, seconds })
  }
  throw error
}

const keysUnavailableCodes = ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC']

/** Whether verification found a token invalid; false when the keys to verify it were unavailable. */
export function isInvalidToken(error: unknown): boolean {
  return error instanceof errors.JOSEError && !keysUnavailableCodes.includes(error.code)
}

/** The claims of an access token, when it is a JWT from this provider; undefined for an opaque token. */
export async function readAccessTokenClaims(provider: Provider, token = ''): Promise<JWTPayload | undefined> {
  try {
    return (await verifyToken(provider, token, {})).payload
  } catch {
    return undefined
  }
}

/**
 * Verifies a program's access token (D27): from this provider, for this client by `aud`, `azp` or `client_id` (RFC 9068), not
 * expired, and of the type access token, so that an ID token is refused. Throws a jose error otherwise.
 */
export async function verifyAccessToken(provider: Provider, token: string) {
  const { payload, protectedHeader } = await verifyToken(provider, token, { requiredClaims: ['sub', 'exp'] })
  const { sub: subject, azp, aud, client_id, typ } = payload
  const isOurs = [azp, aud, client_id].flat().includes(config.provider.clientId)
  const isAccess = /^(application\/)?at\+jwt$/i.test(protectedHeader.typ ?? '') || typ === 'Bearer'
  if (!isSubject(subject) || !isOurs || !isAccess) {
    throw new errors.JWTClaimValidationFailed('not an access token for this client', payload)
  }
  return {
    issuer: provider.issuer,
    subject,
    isAdmin: decideAdmin(subject, { access_token: payload }, null) === true,
  }
}

/** In seconds. */
const maxLogoutAge = 600
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const logoutClaims = z.object({
  iss: z.string(),
  jti: z.string().min(1),
  iat: z.number(),
  /** Not in older drafts. */
  exp: z.number().optional(),
  sub: z.string().optional(),
  sid: z.string().optional(),
  nonce: z.never().optional(),
  events: z.object({ [logoutEvent]: z.object({}) }),
})

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6), of the last ten minutes. Returns its claims, and until when
 * it could be used again, in seconds. Throws when it is not from this provider.
 */
export async function verifyLogoutToken(provider: Provider, token: string) {
  const { payload } = await verifyToken(provider, token, {
    audience: config.provider.clientId,
    maxTokenAge: maxLogoutAge,
    requiredClaims: ['iat', 'jti', 'events'],
  })
  const claims = logoutClaims.parse(payload)
  if (claims.sub === undefined && claims.sid === undefined) throw new Error('names nobody')
  return { ...claims, until: claims.iat + maxLogoutAge + maxClockSkew }
}
