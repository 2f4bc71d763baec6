import { errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { config } from '#app/config.server.ts'
import type { Provider } from './provider.server.ts'
import { hasAdminRole } from './roles.ts'

/** Who signed in, and the tokens the server keeps for them. */
export interface Identity {
  issuer: string
  subject: string
  isAdmin: boolean
  providerSession: string | null
  idToken: string
  refreshToken: string | null
  lifeSeconds: number | undefined
}

/** What a renewal brought. `isAdmin` is undefined when no token told the roles. */
export interface Renewal {
  subject: string | undefined
  isAdmin: boolean | undefined
  idToken: string | undefined
  refreshToken: string | undefined
  lifeSeconds: number | undefined
}

const tokenAnswer = z.object({
  id_token: z.string().optional(),
  access_token: z.string().optional(),
  refresh_token: z.string().optional(),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
})

// Only signatures by the provider's own keys: never 'none', never an HMAC by the shared client secret.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const clockTolerance = 30

/**
 * Reads the token answer of a sign-in. Throws a jose error when the ID token is not by this provider,
 * for this client, fresh and of this attempt (OpenID Connect Core 3.1.3.7).
 */
export async function readIdentity(provider: Provider, answer: object, nonce: string): Promise<Identity> {
  const tokens = tokenAnswer.parse(answer)
  const idToken = tokens.id_token ?? ''
  const claims = await verifyIdToken(provider, idToken)
  if (claims.nonce !== nonce)
    throw new errors.JWTClaimValidationFailed('not of this attempt', claims, 'nonce')
  return {
    issuer: provider.issuer,
    subject: claims.sub,
    isAdmin: isAdmin(claims.sub, [claims, await readAccessToken(provider, tokens.access_token)]),
    providerSession: typeof claims.sid === 'string' ? claims.sid : null,
    idToken,
    refreshToken: tokens.refresh_token ?? null,
    lifeSeconds: tokens.expires_in,
  }
}

/** Reads the token answer of a renewal, which need not bring an ID token. Throws a jose error when that is unsound. */
export async function readRenewal(provider: Provider, answer: object, subject: string): Promise<Renewal> {
  const tokens = tokenAnswer.parse(answer)
  const claims = tokens.id_token ? await verifyIdToken(provider, tokens.id_token) : undefined
  const access = await readAccessToken(provider, tokens.access_token)
  return {
    subject: claims?.sub,
    isAdmin: claims || access ? isAdmin(subject, [claims, access]) : undefined,
    idToken: tokens.id_token,
    refreshToken: tokens.refresh_token,
    lifeSeconds: tokens.expires_in,
  }
}

async function verifyIdToken(provider: Provider, token: string): Promise<JWTPayload & { sub: string }> {
  const { payload } = await jwtVerify(token, provider.keys, {
    issuer: provider.issuer,
    audience: config.provider.clientId,
    algorithms,
    clockTolerance,
    requiredClaims: ['sub', 'iat', 'exp'],
  })
  const { sub, azp, aud } = payload
  if (typeof sub !== 'string') throw new errors.JWTClaimValidationFailed('no subject', payload, 'sub')
  const isForAnother =
    azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== config.provider.clientId
  if (isForAnother) throw new errors.JWTClaimValidationFailed('for another client', payload, 'azp')
  return { ...payload, sub }
}

const silence = ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC']

/** Whether a token was judged and found wrong; false when the keys to judge it by could not be had. */
export function isUnsound(error: unknown): boolean {
  return error instanceof errors.JOSEError && !silence.includes(error.code)
}

/** The claims of an access token, when it is a JWT by this provider; opaque tokens tell nothing. */
async function readAccessToken(provider: Provider, token = ''): Promise<JWTPayload | undefined> {
  try {
    const options = { issuer: provider.issuer, algorithms, clockTolerance }
    return (await jwtVerify(token, provider.keys, options)).payload
  } catch {
    return undefined
  }
}

function isAdmin(subject: string, claims: unknown[]): boolean {
  const { adminSubjects, rolesClaim } = config.provider
  return adminSubjects.includes(subject) || claims.some((claim) => hasAdminRole(claim, rolesClaim))
}

/**
 * Checks an access token that a program sent (D27): by this provider, for this client by `aud` or `azp`, not expired,
 * and an access token indeed, so that an ID token opens nothing. Throws a jose error otherwise.
 */
export async function readBearer(provider: Provider, token: string) {
  const { payload, protectedHeader } = await jwtVerify(token, provider.keys, {
    issuer: provider.issuer,
    algorithms,
    clockTolerance,
    requiredClaims: ['sub', 'exp'],
  })
  const { sub: subject, azp, aud, typ } = payload
  const isOurs = [azp, aud].flat().includes(config.provider.clientId)
  const isAccess = /^(application\/)?at\+jwt$/i.test(protectedHeader.typ ?? '') || typ === 'Bearer'
  if (typeof subject !== 'string' || !isOurs || !isAccess) {
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

/** Checks a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). Throws when it is not one of this provider. */
export async function readLogoutToken(provider: Provider, token: string) {
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
