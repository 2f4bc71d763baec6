import { createRemoteJWKSet, customFetch } from 'jose'
import { z } from 'zod'
import { config } from '#app/config.server.ts'
import { healthState } from '#app/server/monitoring/health.server.ts'
import { logLine } from '#app/server/monitoring/log.server.ts'
import { fetchBounded, fetchJson } from './token-requests.server.ts'

type KeySet = ReturnType<typeof createRemoteJWKSet>

export type Provider = Awaited<ReturnType<typeof fetchDiscoveryDocument>>

const address = z.url().max(2048)

const loggedFields = new Set<string>()

/** A field that some providers send as null or empty: it is as if absent then, and the log says so once. */
function optional<Value>(field: string, schema: z.ZodType<Value>) {
  return schema.optional().catch(() => {
    if (!loggedFields.has(field)) logLine('warn', 'discovery field not used', { field })
    loggedFields.add(field)
    return undefined
  })
}

const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  end_session_endpoint: optional('end_session_endpoint', address),
  userinfo_endpoint: optional('userinfo_endpoint', address),
  token_endpoint_auth_methods_supported: optional(
    'token_endpoint_auth_methods_supported',
    z.array(z.string()),
  ),
  authorization_response_iss_parameter_supported: optional(
    'authorization_response_iss_parameter_supported',
    z.boolean(),
  ),
})

/** The provider's share of the 5 s in which every visitor gets a response (security.md). */
export const providerTimeoutMs = 4500

/** Reads the provider's discovery document. Throws within 4.5 s when it is unreachable or names another issuer. */
export async function discoverProvider(): Promise<Provider> {
  try {
    const provider = await fetchDiscoveryDocument()
    healthState.isProviderDown = false
    return provider
  } catch (error) {
    healthState.isProviderDown = true
    throw error
  }
}

async function fetchDiscoveryDocument() {
  const url = `${withoutSlash(config.provider.issuer)}/.well-known/openid-configuration`
  const metadata = discoveryDocument.parse(await fetchJson(url, { timeoutMs: providerTimeoutMs }))
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  if (withoutSlash(metadata.issuer) !== withoutSlash(config.provider.issuer)) {
    throw new Error(`${url} speaks for ${metadata.issuer}`)
  }
  return {
    issuer: metadata.issuer,
    authorizationUrl: metadata.authorization_endpoint,
    tokenUrl: metadata.token_endpoint,
    keys: findKeySet(metadata.jwks_uri),
    endSessionUrl: metadata.end_session_endpoint,
    userinfoUrl: metadata.userinfo_endpoint,
    /** The token endpoint takes the client's secret in the body, and not by HTTP basic authentication. */
    takesSecretInBody: methods.includes('client_secret_post') && !methods.includes('client_secret_basic'),
    sendsIssuerInResponse: metadata.authorization_response_iss_parameter_supported === true,
  }
}

/** The promise's value, or a rejection after `limitMs`. The work itself is not cancelled. */
export async function withTimeout<T>(work: Promise<T>, limitMs: number = providerTimeoutMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the provider did not answer in time')), limitMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

const maxKeySets = 4
const keySets = new Map<string, KeySet>()

/** One key cache for each of the newest URLs; an unknown key refetches the set, at most once a minute. */
function findKeySet(url: string): KeySet {
  const cached = keySets.get(url)
  if (cached) return cached
  // Tokens with made-up key ids must not cause more than one request to the provider per minute.
  const keys = createRemoteJWKSet(new URL(url), {
    timeoutDuration: providerTimeoutMs,
    cooldownDuration: 60_000,
    [customFetch]: fetchBounded,
  })
  keySets.set(url, keys)
  for (const oldest of [...keySets.keys()].slice(0, -maxKeySets)) keySets.delete(oldest)
  return keys
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '')
}
