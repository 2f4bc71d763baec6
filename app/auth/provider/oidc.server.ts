import { Authenticator } from 'remix-auth'
import { OAuth2RequestError } from 'remix-auth-oauth2'
import { memoizePerRequest } from '#app/auth/memoize-per-request.server.ts'
import { config } from '#app/config.server.ts'
import { getRequestKey } from '#app/server/monitoring/log.server.ts'
import { discoverProvider, type Provider } from './discovery.server.ts'
import { type Identity, type Renewal, readRenewal } from './identity.server.ts'
import { createOidcStrategy, type OidcStrategy } from './oidc-strategy.server.ts'

/** The provider, and the strategy and authenticator that speak to it. */
interface Oidc {
  provider: Provider
  strategy: OidcStrategy
  authenticator: Authenticator<Identity>
}

let cachedOidc: Oidc | undefined
let pendingDiscovery: Promise<Oidc> | undefined

/** The provider as last discovered. Asked for only when needed: a start never waits for it. Throws when it is out of reach. */
export async function findOidc(): Promise<Oidc> {
  return cachedOidc ?? discover()
}

/** The provider, asked anew, once for all who need it meanwhile. Throws within 4.5 s when it is out of reach. */
function discover(): Promise<Oidc> {
  pendingDiscovery ??= loadOidc().finally(() => {
    pendingDiscovery = undefined
  })
  return pendingDiscovery
}

async function loadOidc(): Promise<Oidc> {
  cachedOidc = toOidc(await discoverProvider())
  return cachedOidc
}

/** Begins an attempt: where to send the visitor, the attempt's state, and the cookie that remembers it. */
export async function beginSignIn() {
  // Asked anew, so that nobody is sent to a provider that is down.
  const { authenticator } = await discover()
  const request = new Request(new URL('/auth/sign-in', config.origin))
  const response: unknown = await authenticator.authenticate('oidc', request).catch((thrown) => thrown)
  if (!(response instanceof Response)) throw response
  const url = response.headers.get('Location') ?? ''
  const state = new URL(url).searchParams.get('state') ?? ''
  return { url, state, setCookie: response.headers.get('Set-Cookie') ?? '' }
}

/**
 * Ends an attempt at the callback `url`; `cookie` is the Cookie header with the attempt alone. Throws when anything about it
 * is wrong; see `toProblem`.
 */
export async function completeSignIn(url: URL, cookie: string): Promise<Identity> {
  const { provider, authenticator } = await findOidc()
  const issuer = url.searchParams.get('iss')
  // RFC 9207: an answer of another provider, or one that hides whose it is, never gets to exchange its code here.
  const isForeign = issuer === null ? provider.sendsIssuerInResponse : issuer !== provider.issuer
  if (isForeign) throw new RangeError('the answer names another issuer')
  return authenticator.authenticate('oidc', new Request(url, { headers: { Cookie: cookie } }))
}

/** Where the visitor signs out at the provider, or null when it offers no such place or is out of reach (asked anew). */
export async function findLogoutUrl(idToken: string | null): Promise<string | null> {
  const oidc = await discover().catch(() => null)
  return oidc && buildLogoutUrl(oidc.provider, idToken)
}

const providerOfRequest = memoizePerRequest<Promise<Provider | null>>()

/** The provider as known, else asked once for this request; null when it is out of reach. At most 4.5 s. */
export function findProvider(request: Request): Promise<Provider | null> {
  return providerOfRequest(getRequestKey() ?? request, 'provider', async () => {
    const oidc = await findOidc().catch(() => null)
    return oidc?.provider ?? null
  })
}

/** Where the visitor signs out at this provider, or null when it offers no such place. */
export function buildLogoutUrl({ endSessionUrl }: Provider, idToken: string | null): string | null {
  if (!endSessionUrl) return null
  const url = new URL(endSessionUrl)
  if (idToken) url.searchParams.set('id_token_hint', idToken)
  url.searchParams.set('client_id', config.provider.clientId)
  url.searchParams.set('post_logout_redirect_uri', `${config.origin}/`)
  return url.href
}

/** Asks for new tokens. Throws OAuth2RequestError `invalid_grant` when the provider refuses. */
export async function refreshTokens(refreshToken: string, subject: string): Promise<Renewal> {
  const { provider, strategy } = await findOidc()
  const tokens = await strategy.refreshToken(refreshToken)
  return readRenewal(provider, tokens.data, subject)
}

/** Whether the provider itself said that the person's sign-in is over. */
export function isGrantRefused(error: unknown): boolean {
  return error instanceof OAuth2RequestError && error.code === 'invalid_grant'
}

function toOidc(provider: Provider): Oidc {
  const strategy = createOidcStrategy(provider)
  return { provider, strategy, authenticator: new Authenticator<Identity>().use(strategy, 'oidc') }
}
