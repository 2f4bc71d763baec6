import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { config } from '#app/config.server.ts'
import { recordProviderStatus } from '#app/server/monitoring/health.server.ts'
import { fetchBounded } from './token-requests.server.ts'

/** What the provider says about itself. */
export interface Provider {
  issuer: string
  authorizationUrl: string
  tokenUrl: string
  keys: JWTVerifyGetKey
  endSessionUrl: string | undefined
  sendsIssuerInResponse: boolean
}

const address = z.url().max(2048)

const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  end_session_endpoint: address.optional(),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
})

/** Every visitor has a page within 5 s (security.md): the provider's share of them. */
export const providerTimeoutMs = 4500

/** Reads the provider's discovery document. Throws within 4.5 s when it cannot be reached or speaks for another issuer. */
export async function discoverProvider(): Promise<Provider> {
  try {
    const provider = await fetchDiscoveryDocument()
    recordProviderStatus(false)
    return provider
  } catch (error) {
    recordProviderStatus(true)
    throw error
  }
}

async function fetchDiscoveryDocument(): Promise<Provider> {
  const url = `${withoutSlash(config.provider.issuer)}/.well-known/openid-configuration`
  const response = await fetchBounded(url, {
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(providerTimeoutMs),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`${url} answered ${response.status}`)
  }
  const known = discoveryDocument.parse(await response.json())
  if (withoutSlash(known.issuer) !== withoutSlash(config.provider.issuer)) {
    throw new Error(`${url} speaks for ${known.issuer}`)
  }
  return {
    issuer: known.issuer,
    authorizationUrl: known.authorization_endpoint,
    tokenUrl: known.token_endpoint,
    keys: findKeySet(known.jwks_uri),
    endSessionUrl: known.end_session_endpoint,
    sendsIssuerInResponse: known.authorization_response_iss_parameter_supported,
  }
}

/** The promise's value, or a rejection when it takes longer than `limitMs` (ms). The work itself goes on. */
export async function withTimeout<T>(work: Promise<T>, limitMs: number = providerTimeoutMs): Promise<T> {
  const { promise, reject } = createRejectablePromise<T>()
  const timer = setTimeout(() => reject(new Error('the provider did not answer in time')), limitMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

function createRejectablePromise<T>() {
  let reject: (reason: Error) => void = () => {}
  const promise = new Promise<T>((_, refuse) => {
    reject = refuse
  })
  return { promise, reject }
}

const maxKeySets = 4
const keySets = new Map<string, JWTVerifyGetKey>()

/** One key cache for each of the newest few addresses; an unknown key asks again, at most once a minute. */
function findKeySet(url: string): JWTVerifyGetKey {
  const known = keySets.get(url)
  if (known) return known
  // Whoever shows made-up keys must not make us ask the provider more than once a minute.
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
