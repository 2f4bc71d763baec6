import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { config } from '#app/config.server.ts'
import { noteProvider } from '#app/http/health.server.ts'
import { boundAnswers } from './bounded-answers.server.ts'

boundAnswers()

/** What the provider says about itself, as far as remix-auth-oauth2 does not read it. */
export interface Provider {
  issuer: string
  keys: JWTVerifyGetKey
  endSessionUrl: string | undefined
  namesItselfInAnswers: boolean
}

const wellKnown = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  end_session_endpoint: z.url().optional(),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
})

/** Every visitor has a page within 5 s (security.md): the provider's share of them. */
const patienceMs = 4500

/** Reads the provider's discovery document. Throws when it cannot be reached or speaks for another issuer. */
export async function discoverProvider(): Promise<Provider> {
  try {
    const provider = await askProvider()
    noteProvider(false)
    return provider
  } catch (error) {
    noteProvider(true)
    throw error
  }
}

async function askProvider(): Promise<Provider> {
  const address = `${config.provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  const known = wellKnown.parse(await answer.json())
  if (withoutSlash(known.issuer) !== withoutSlash(config.provider.issuer)) {
    throw new Error(`${address} speaks for ${known.issuer}`)
  }
  return {
    issuer: known.issuer,
    keys: keysAt(known.jwks_uri),
    endSessionUrl: known.end_session_endpoint,
    namesItselfInAnswers: known.authorization_response_iss_parameter_supported,
  }
}

/** The promise's value, or a rejection when it takes longer than `patienceMs`. The work itself goes on. */
export async function within<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = withRejection<T>()
  const timer = setTimeout(() => reject(new Error('the provider did not answer in time')), patienceMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

function withRejection<T>() {
  let reject: (reason: Error) => void = () => {}
  const promise = new Promise<T>((_, refuse) => {
    reject = refuse
  })
  return { promise, reject }
}

const keySets = new Map<string, JWTVerifyGetKey>()

/** One key cache per address for the life of the process; an unknown key asks again, at most every 5 s. */
function keysAt(address: string): JWTVerifyGetKey {
  const known = keySets.get(address)
  if (known) return known
  // Whoever shows made-up keys must not make us ask the provider more than once a minute.
  const keys = createRemoteJWKSet(new URL(address), {
    timeoutDuration: patienceMs,
    cooldownDuration: 60_000,
  })
  keySets.set(address, keys)
  return keys
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '')
}
