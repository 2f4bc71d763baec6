import type { AppLoadContext } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import {
  OAuth2RequestError,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from 'remix-auth-oauth2'
import { config } from '#app/config.server.ts'
import { memoizePerRequest } from '#app/server/load-context.server.ts'
import type { Session } from '#db/accounts/sessions.server.ts'
import { discoverProvider, type Provider } from './discovery.server.ts'
import { type Identity, type Renewal, readRefreshToken, readRenewal } from './identity.server.ts'
import { OidcStrategy } from './oidc-strategy.server.ts'

interface Oidc {
  provider: Provider
  strategy: OidcStrategy
  authenticator: Authenticator<Identity>
}

let cachedOidc: Oidc | undefined
let pendingDiscovery: Promise<Oidc> | undefined

/** The cached provider, discovered on first use: the server's start never waits for it. Throws when it is unreachable. */
export async function findOidc(): Promise<Oidc> {
  return cachedOidc ?? discover()
}

/** Discovers the provider again, once for concurrent callers. Throws within 4.5 s when it is unreachable. */
function discover(): Promise<Oidc> {
  pendingDiscovery ??= loadOidc().finally(() => {
    pendingDiscovery = undefined
  })
  return pendingDiscovery
}

async function loadOidc(): Promise<Oidc> {
  const provider = await discoverProvider()
  const strategy = new OidcStrategy(provider)
  const authenticator = new Authenticator<Identity>().use(strategy, 'oidc')
  cachedOidc = { provider, strategy, authenticator }
  return cachedOidc
}

/** Begins a sign-in attempt: the provider's URL, the attempt's state, and the Set-Cookie value that stores it. */
export async function beginSignIn() {
  // A fresh discovery, so that no visitor is redirected to a provider that is down.
  const { authenticator } = await discover()
  const request = new Request(new URL('/auth/sign-in', config.origin))
  const response: unknown = await authenticator.authenticate('oidc', request).catch((thrown) => thrown)
  if (!(response instanceof Response)) throw response
  const url = response.headers.get('Location') ?? ''
  const state = new URL(url).searchParams.get('state') ?? ''
  return { url, state, setCookie: response.headers.get('Set-Cookie') ?? '' }
}

/**
 * Completes an attempt at the callback `url`; `cookie` is a Cookie header with this attempt only. Throws when anything is
 * wrong; see `toSignInProblem`.
 */
export async function completeSignIn(url: URL, cookie: string): Promise<Identity> {
  const { provider, authenticator } = await findOidc()
  const issuer = url.searchParams.get('iss')
  // RFC 9207: the code of a response from another or an unnamed provider is never exchanged here.
  const isForeign = issuer === null ? provider.sendsIssuerInResponse : issuer !== provider.issuer
  if (isForeign) throw new RangeError('the answer names another issuer')
  return authenticator.authenticate('oidc', new Request(url, { headers: { Cookie: cookie } }))
}

/** The provider's logout URL by a fresh discovery; null when it has none or is unreachable. */
export async function findLogoutUrl(idToken: string | null): Promise<string | null> {
  const oidc = await discover().catch(() => null)
  return oidc && buildLogoutUrl(oidc.provider, idToken)
}

const providerOfRequest = memoizePerRequest<Promise<Provider | null>>()

/** The cached provider, else discovered once per request; null when it is unreachable. At most 4.5 s. */
export function findProvider(context: AppLoadContext): Promise<Provider | null> {
  return providerOfRequest(context, 'provider', async () => {
    const oidc = await findOidc().catch(() => null)
    return oidc?.provider ?? null
  })
}

/** Servers refuse longer addresses, and then the session there would live on: the client's id is enough without the hint. */
const maxHintLength = 2048

/** This provider's logout URL, or null when it has none. */
export function buildLogoutUrl({ endSessionUrl }: Provider, idToken: string | null): string | null {
  if (!endSessionUrl) return null
  const url = new URL(endSessionUrl)
  if (idToken && idToken.length <= maxHintLength) url.searchParams.set('id_token_hint', idToken)
  url.searchParams.set('client_id', config.provider.clientId)
  url.searchParams.set('post_logout_redirect_uri', `${config.origin}/`)
  return url.href
}

/**
 * Requests new tokens. `keep` stores a new refresh token before anything else can fail: the old one may be used up. Throws
 * OAuth2RequestError when the provider refuses.
 */
export async function refreshTokens(
  refreshToken: string,
  session: Pick<Session, 'subject' | 'rolesFrom'>,
  keep: (newToken: string) => Promise<unknown>,
): Promise<Renewal> {
  const { provider, strategy } = await findOidc()
  const { data } = await strategy.refreshToken(refreshToken)
  const newToken = readRefreshToken(data)
  if (newToken && newToken !== refreshToken) await keep(newToken)
  return readRenewal(provider, data, session)
}

/** Whether the provider refused a code or a refresh token for what it is. */
export function isGrantRefused(error: unknown): boolean {
  return error instanceof OAuth2RequestError && error.code === 'invalid_grant'
}

/** What is wrong at the provider or with this server's own settings: that signs nobody out. */
const otherTroubles = ['invalid_client', 'unauthorized_client', 'server_error', 'temporarily_unavailable']

/** Whether the provider refused a renewal: some say of a revoked token that the request is invalid, or say nothing. */
export function isRenewalRefused(error: unknown): boolean {
  if (error instanceof UnexpectedResponseError || error instanceof UnexpectedErrorResponseBodyError)
    return error.status === 400 || error.status === 401
  return error instanceof OAuth2RequestError && !otherTroubles.includes(error.code)
}
